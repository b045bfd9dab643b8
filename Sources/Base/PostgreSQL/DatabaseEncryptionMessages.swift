/// User-friendly messages for failed encrypted connections, from the messages of libpq.
package enum DatabaseEncryptionMessages {
    /// Message: the server does not support TLS.
    package static let none = "the server does not encrypt"

    /// Returns the message; nil if the text is not about encryption.
    static func of(_ text: String, _ place: DatabaseEndpoint.Place, _ plan: DatabaseEndpoint)
        -> String?
    {
        guard let encryption = plan.encryption else { return nil }
        let name = if case .host(let name, _) = place { name } else { "" }
        let authorities = encryption.authorities ?? "the system's authorities"
        let known: [(sign: String, words: String)] = [
            ("does not support SSL", none),
            (
                "does not match host name",
                "the server's certificate is for another name than \(name)"
            ),
            (
                "certificate verify failed",
                "the server's certificate is not signed by \(authorities), or has expired"
            ),
            ("certificate required", "the server requires a client certificate"),
            ("unknown ca", "the server does not trust the issuer of this client's certificate"),
            ("bad certificate", "the server does not accept this client's certificate"),
            ("certificate expired", "this client's certificate has expired"),
            (
                "wrong version number",
                "the program listening there does not use TLS like a PostgreSQL server"
            ),
            (
                "invalid response to SSL negotiation",
                "the program listening there is not a PostgreSQL server"
            ),
            ("could not read root certificate file", "\(authorities) has no certificates"),
            (
                "has group or world access",
                "others can read this client's key: \(encryption.key ?? "")"
            ),
            (
                "certificate does not match private key",
                "this client's certificate and key do not belong together"
            ),
            (
                "key values mismatch", "this client's certificate and key do not belong together"
            ),
            ("certificate present, but not private key", "this client's certificate has no key"),
            ("could not load private key file", "this client's key cannot be used"),
            ("could not read certificate file", "this client's certificate cannot be used"),
            ("unsupported protocol", "the server supports no TLS version that is still safe"),
            ("protocol version", "the server supports no TLS version that is still safe"),
        ]
        if let found = known.first(where: { text.contains($0.sign) }) { return found.words }
        guard text.contains("SSL") else { return nil }
        let last = text.split(separator: "\n").last.map(String.init) ?? text
        return ServerWords.cleaned(String(last.split(separator: ":").last ?? ""))
    }
}
