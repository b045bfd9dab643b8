package import Settings

/// Settings of the section about the central database.
package struct CentralSettings: Hashable, Sendable {
    /// Servers in the order in which they are tried.
    package var hosts: [ServerHost]
    package var database: String
    package var user: String
    package var password: SecretPlace?
    package var isEncrypted: Bool
    /// File with certificate authorities; nil for those of the system.
    package var authorities: String?
    /// File of the client certificate.
    package var certificate: String?
    /// Private key of the client certificate.
    package var key: SecretPlace?
    /// Site of this bridge; nil if not configured.
    package var site: String?
    /// Name of this bridge; nil if not configured.
    package var bridge: String?
    /// Length of silence after which a bridge is reported.
    package var alarm: Duration

    /// Creates settings from a section whose values are valid.
    package init(_ section: SectionValues) {
        hosts = section[CentralKeys.host]
        database = section[CentralKeys.database]
        user = section[CentralKeys.user]
        password = section[CentralKeys.password]
        authorities = section[CentralKeys.authorities]
        certificate = section[CentralKeys.certificate]
        key = section[CentralKeys.key]
        isEncrypted =
            section[CentralKeys.tls]
            ?? (authorities != nil || certificate != nil || !hosts.allSatisfy(\.isOfThisMachine))
        site = section[CentralKeys.site]
        bridge = section[CentralKeys.bridge]
        alarm = section[CentralKeys.alarm]
    }

    /// Errors that the check of a single value cannot find, such as an empty list or keys that contradict each other.
    package static func problems(with section: SectionValues) -> [SettingsProblem] {
        var problems: [SettingsProblem] = []
        if section[CentralKeys.host].isEmpty {
            problems.append(section.problem(with: CentralKeys.host, "names no server"))
        }
        if section[CentralKeys.site] == "*" {
            problems.append(
                section.problem(with: CentralKeys.site, "cannot be *, which means all sites"))
        }
        return problems
            + section.problems(
                certificate: CentralKeys.certificate, key: CentralKeys.key,
                authorities: CentralKeys.authorities, tls: CentralKeys.tls)
    }
}

extension ServerHost {
    /// Whether traffic stays on this host, judging by the name alone.
    package var isOfThisMachine: Bool {
        switch self {
        case .socket: true
        case .host(let name, _): name == "localhost" || name == "::1" || name.hasPrefix("127.")
        }
    }
}

extension SectionValues {
    /// Errors in the encryption keys of a section.
    func problems(
        certificate: Key<String?>, key: Key<SecretPlace?>, authorities: Key<String?>,
        tls: Key<Bool?>
    ) -> [SettingsProblem] {
        var problems: [SettingsProblem] = []
        if (self[certificate] == nil) != (self[key] == nil) {
            let isKey = self[certificate] == nil
            problems.append(
                problem(
                    with: isKey ? key.entry : certificate.entry,
                    "requires the key \(isKey ? "certificate" : "key")"))
        }
        guard self[tls] == false else { return problems }
        // A configured certificate suggests that the connection is encrypted.
        for entry in [authorities.entry, certificate.entry] where isGiven(entry) {
            problems.append(problem(with: entry, "cannot be combined with tls = no"))
        }
        return problems
    }
}
