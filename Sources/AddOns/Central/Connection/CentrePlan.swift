import AddOnRuntime
import Commands
import Linux
import PostgreSQL

extension DatabaseEndpoint {
    /// The service whose credentials are meant.
    static let service = "callboard-central"

    /// The centre of the configuration, with everything that a connection needs, secrets among it.
    ///
    /// - Parameter wantsToWrite: whether a server that can only be read will not do.
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
    /// What this bridge is called at the centre.
    var bridgeName: String { bridge ?? HostName.current ?? "callboard" }
}
