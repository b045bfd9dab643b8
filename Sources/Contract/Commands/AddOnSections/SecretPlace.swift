package import Settings

/// Location of a secret; the secret itself never appears in the configuration.
package enum SecretPlace: Hashable, Sendable {
    /// Name of a credential that the service manager passes to the service.
    case credential(String)
    /// Path of a private file.
    case file(String)

    private static let credentialPrefix = "credential:"
    private static let filePrefix = "file:"

    /// Parses the form written by `text`; nil for anything else, such as the secret itself.
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

    /// Form used in the configuration.
    package var text: String {
        switch self {
        case .credential(let name): Self.credentialPrefix + name
        case .file(let path): Self.filePrefix + path
        }
    }
}

extension ValueSyntax<SecretPlace> {
    package static let secret = ValueSyntax(
        wants: "credential:NAME or file:/PATH, but never the secret itself",
        kind: "secret",
        read: { (text) throws(ValueRefusal) in
            guard let place = SecretPlace(text) else { throw .otherKind }
            return place
        }, write: { $0.text })
}
