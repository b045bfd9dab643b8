/// Which server a connection is to, and as whom.
package struct DatabaseEndpoint: Hashable, Sendable {
    /// Where a server may be.
    package enum Place: Hashable, Sendable {
        /// A host by its name or address, and a port.
        case host(String, port: Int = Place.usualPort)
        /// A folder with the socket of a server on this machine, and the port by which that is named.
        case folder(String, port: Int = Place.usualPort)

        /// The port of a server that was given no other.
        package static let usualPort = 5432
    }

    /// How a connection is encrypted, and how both sides show who they are.
    package struct Encryption: Hashable, Sendable {
        /// The file with the authorities whose signature counts; the system's where there is none.
        package var authorities: String?
        /// The file with the certificate by which this side shows who it is.
        package var certificate: String?
        /// The file with the key of that certificate.
        package var key: String?

        /// Files, as far as there are any.
        package init(authorities: String? = nil, certificate: String? = nil, key: String? = nil) {
            self.authorities = authorities
            self.certificate = certificate
            self.key = key
        }
    }

    /// Where the server may be; the first that serves is taken.
    package var places: [Place]
    /// The database.
    package var database: String
    /// As whom.
    package var user: String
    /// The user's password, where the server wants one.
    package var password: String?
    /// How connections to hosts are encrypted, nil where they are not; one by a socket of this machine never is.
    package var encryption: Encryption?
    /// Whether only a server will do that can be written to.
    package var wantsToWrite = true
    /// The name by which the server knows this program.
    package var programName: String
    /// How long each address may take until it has let this client in.
    package var patience: Duration = .seconds(10)
    /// For how long nothing may come while an answer is owed.
    package var answerPatience: Duration = .seconds(60)
    /// How long the server may work on one statement; nil where it may take any time.
    package var statementLimit: Duration?
    /// The most bytes that a row may have; the connection ends over a larger one.
    package var rowLimit = 4 << 20

    /// A plan; what is not named here it has not.
    package init(
        places: [Place], database: String, user: String, password: String? = nil,
        encryption: Encryption? = nil, programName: String = "callboard"
    ) {
        self.places = places
        self.database = database
        self.user = user
        self.password = password
        self.encryption = encryption
        self.programName = programName
    }
}

extension DatabaseEndpoint.Place: CustomStringConvertible {
    /// Where it is, for people.
    package var description: String {
        switch self {
        case .host(let name, let port): "\(name) port \(port)"
        case .folder(let path, Self.usualPort): path
        case .folder(let path, let port): "\(path) port \(port)"
        }
    }
}

extension DatabaseEndpoint: CustomStringConvertible, CustomReflectable {
    /// Which database, for people; never a password.
    package var description: String {
        let all = places.map(\.description).joined(separator: " or ")
        return "database \(database) at \(all) as \(user)"
    }

    /// Nothing of it, since a password is in it.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
