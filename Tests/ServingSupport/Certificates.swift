import Foundation

/// Certificates made on the spot: an authority, a server and a client that it has signed, and a client that another has.
package enum Certificates {
    /// Writes `ca`, `server`, `client`, `other-ca` and `stranger`, each a `.crt` and a `.key`.
    ///
    /// - Parameter address: one that the server has beside the name localhost.
    package static func make(in folder: String, address: String? = nil) throws {
        try authority("ca", in: folder)
        try authority("other-ca", in: folder)
        try certificate("server", name: "localhost", address: address, by: "ca", in: folder)
        try certificate("client", name: "callboard", by: "ca", in: folder)
        try certificate("stranger", name: "callboard", by: "other-ca", in: folder)
    }

    private static func authority(_ file: String, in folder: String) throws {
        try openssl([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-days", "2", "-subj", "/CN=\(file)", "-keyout", "\(folder)/\(file).key", "-out",
            "\(folder)/\(file).crt",
        ])
    }

    private static func certificate(
        _ file: String, name: String, address: String? = nil, by authority: String,
        in folder: String
    ) throws {
        let names = "DNS:\(name)" + (address.map { ",IP:\($0)" } ?? "")
        try openssl([
            "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj",
            "/CN=\(name)", "-addext", "subjectAltName=\(names)", "-keyout",
            "\(folder)/\(file).key", "-out", "\(folder)/\(file).csr",
        ])
        try openssl([
            "x509", "-req", "-in", "\(folder)/\(file).csr", "-CA", "\(folder)/\(authority).crt",
            "-CAkey", "\(folder)/\(authority).key", "-CAcreateserial", "-days", "2",
            "-copy_extensions", "copy", "-out", "\(folder)/\(file).crt",
        ])
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: "\(folder)/\(file).key")
    }

    private static func openssl(_ words: [String]) throws {
        try TestProgram.run(["/usr/bin/openssl"] + words)
    }
}
