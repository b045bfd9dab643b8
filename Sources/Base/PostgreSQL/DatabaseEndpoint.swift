/// Address and login of a database server.
package struct DatabaseEndpoint: Hashable, Sendable {
    /// Address of a server.
    package enum Place: Hashable, Sendable {
        case host(String, port: Int = Place.usualPort)
        /// Folder of a local server socket, and the port in the name of the socket.
        case folder(String, port: Int = Place.usualPort)

        /// The default port.
        package static let usualPort = 5432
    }

    /// Paths of TLS files.
    package struct Encryption: Hashable, Sendable {
        /// CA certificates; nil for those of the system.
        package var authorities: String?
        /// Client certificate.
        package var certificate: String?
        /// Private key of the client certificate.
        package var key: String?

        package init(authorities: String? = nil, certificate: String? = nil, key: String? = nil) {
            self.authorities = authorities
            self.certificate = certificate
            self.key = key
        }
    }

    /// Addresses in order of preference; the first usable server is chosen.
    package var places: [Place]
    package var database: String
    package var user: String
    /// Password, if the server requires one.
    package var password: String?
    /// TLS settings of connections to hosts, nil for none; local sockets are never encrypted.
    package var encryption: Encryption?
    /// Whether the server must be writable.
    package var wantsToWrite = true
    /// Application name shown by the server.
    package var programName: String
    /// Timeout of the login for each address.
    package var patience: Duration = .seconds(10)
    /// Timeout of the server's silence while an answer is outstanding.
    package var answerPatience: Duration = .seconds(60)
    /// Statement timeout; nil for none.
    package var statementLimit: Duration?
    /// Maximum size of a row in bytes; a larger row ends the connection.
    package var rowLimit = 4 << 20

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
    /// Address as text.
    package var description: String {
        switch self {
        case .host(let name, let port): "\(name) port \(port)"
        case .folder(let path, Self.usualPort): path
        case .folder(let path, let port): "\(path) port \(port)"
        }
    }
}

extension DatabaseEndpoint: CustomStringConvertible, CustomReflectable {
    /// Description of the database without the password.
    package var description: String {
        let all = places.map(\.description).joined(separator: " or ")
        return "database \(database) at \(all) as \(user)"
    }

    /// Empty, since the structure contains a password.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
