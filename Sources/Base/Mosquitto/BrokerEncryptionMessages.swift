/// User-friendly messages for failed encrypted connections, from the messages of libmosquitto.
package enum BrokerEncryptionMessages {
    /// Message: the port is not TLS.
    package static let noneAtPort = "the broker does not encrypt at this port"

    static func of(_ complaints: [String], _ plan: BrokerEndpoint) -> String {
        let all = complaints.joined(separator: "\n")
        let name = if case .host(let name, _) = plan.place { name } else { "" }
        let authorities = plan.encryption?.authorities ?? "the system's authorities"
        let known: [(sign: String, words: String)] = [
            (
                "host name verification failed",
                "the broker's certificate is for another name than \(name)"
            ),
            (
                "certificate verify failed",
                "the broker's certificate is not signed by \(authorities), or has expired"
            ),
            ("certificate required", "the broker requires a client certificate"),
            ("unknown ca", "the broker does not trust the issuer of this client's certificate"),
            ("bad certificate", "the broker does not accept this client's certificate"),
            ("certificate expired", "this client's certificate has expired"),
            ("wrong version number", noneAtPort),
            ("packet length too long", noneAtPort),
            ("are inconsistent", "this client's certificate and key do not belong together"),
            ("Unable to load client key", "this client's key cannot be used"),
            ("Unable to load client certificate", "this client's certificate cannot be used"),
            ("Unable to load CA", "\(authorities) has no certificates"),
            ("unexpected eof", "the broker closed the connection; it may not encrypt at this port"),
        ]
        if let found = known.first(where: { all.contains($0.sign) }) { return found.words }
        let last = complaints.last { !$0.isEmpty } ?? "the broker gave no reason"
        return String(last.split(separator: ":").last ?? "").trimmed
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
