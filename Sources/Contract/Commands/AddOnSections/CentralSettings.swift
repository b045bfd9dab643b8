package import Settings

/// What the section about the centre means.
package struct CentralSettings: Hashable, Sendable {
    /// The servers, in the order in which they are tried.
    package var hosts: [ServerHost]
    /// The database.
    package var database: String
    /// The user.
    package var user: String
    /// Where the user's password is.
    package var password: SecretPlace?
    /// Whether connections are encrypted.
    package var isEncrypted: Bool
    /// The file of the authorities that count; nil for the system's.
    package var authorities: String?
    /// The file of this side's certificate.
    package var certificate: String?
    /// Where its key is.
    package var key: SecretPlace?
    /// Where this bridge is; nil where nobody said.
    package var site: String?
    /// What this bridge is called, where somebody chose a name.
    package var bridge: String?
    /// After how long a silent bridge is told of.
    package var alarm: Duration

    /// Takes a section whose values are right.
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

    /// What is wrong with a section that only all of it shows.
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
    /// Whether what is said to it stays on this machine, as far as its name tells.
    package var isOfThisMachine: Bool {
        switch self {
        case .socket: true
        case .host(let name, _): name == "localhost" || name == "::1" || name.hasPrefix("127.")
        }
    }
}

extension SectionValues {
    /// What is wrong with what a section says of encryption.
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
                    "wants the key \(isKey ? "certificate" : "key") as well"))
        }
        guard self[tls] == false else { return problems }
        // Whoever names a certificate believes that the connection is encrypted.
        for entry in [authorities.entry, certificate.entry] where isGiven(entry) {
            problems.append(problem(with: entry, "means nothing with tls = no"))
        }
        return problems
    }
}
