package import Settings

/// Where a secret is, which never stands in the configuration itself.
package enum SecretPlace: Hashable, Sendable {
    /// A credential that the service manager hands to the service, by its name.
    case credential(String)
    /// A file that nobody else may read.
    case file(String)

    private static let credentialPrefix = "credential:"
    private static let filePrefix = "file:"

    /// Reads what `text` writes; nil for anything else, such as the secret itself.
    init?(_ text: String) {
        if text.hasPrefix(Self.credentialPrefix) {
            let name = text.dropFirst(Self.credentialPrefix.count)
            guard !name.isEmpty, name != ".", name != "..", !name.contains("/") else { return nil }
            self = .credential(String(name))
        } else if text.hasPrefix(Self.filePrefix + "/") {
            self = .file(String(text.dropFirst(Self.filePrefix.count)))
        } else {
            return nil
        }
    }

    /// As it stands in the configuration.
    package var text: String {
        switch self {
        case .credential(let name): Self.credentialPrefix + name
        case .file(let path): Self.filePrefix + path
        }
    }
}

extension ValueSyntax<SecretPlace> {
    /// Where a secret is.
    package static let secret = ValueSyntax(
        wants: "credential:NAME, or file: and a path from / on, but never the secret itself",
        read: { (text) throws(ValueRefusal) in
            guard let place = SecretPlace(text) else { throw .otherKind }
            return place
        }, write: { $0.text })
}
