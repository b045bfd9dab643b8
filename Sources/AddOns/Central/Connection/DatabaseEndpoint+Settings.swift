import AddOnRuntime
import Commands
import Linux
import PostgreSQL

extension DatabaseEndpoint {
    /// Unit whose credentials are used.
    static let service = "callboard-central"

    /// Endpoint of the configured central database, including secrets.
    ///
    /// - Parameter wantsToWrite: whether a read-only server is not enough.
    init(_ settings: CentralSettings, wantsToWrite: Bool) throws(Secret.Problem) {
        var password: String?
        if let place = settings.password {
            password = try Secret.text(of: place, service: Self.service)
        }
        var encryption: Encryption?
        if settings.isEncrypted {
            var key: String?
            if let place = settings.key { key = try Secret.path(of: place, service: Self.service) }
            encryption = Encryption(
                authorities: settings.authorities, certificate: settings.certificate, key: key)
        }
        self.init(
            places: settings.hosts.map(Place.init), database: settings.database,
            user: settings.user, password: password, encryption: encryption,
            programName: Self.service)
        self.wantsToWrite = wantsToWrite
    }
}

extension DatabaseEndpoint.Place {
    fileprivate init(_ host: ServerHost) {
        switch host {
        case .host(let name, let port): self = .host(name, port: port ?? Self.usualPort)
        case .socket(let path): self = .folder(path)
        }
    }
}

extension CentralSettings {
    /// Name of this bridge in the central database.
    var bridgeName: String { bridge ?? HostName.current ?? "callboard" }
}
