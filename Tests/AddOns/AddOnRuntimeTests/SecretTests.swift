import Commands
import Expecting
import Foundation
import Linux
import Testing

@testable import AddOnRuntime

/// Secrets are read only from where nobody else can.
struct SecretTests {
    /// A file with some text and some permissions, gone after the test.
    private func withFile(
        _ text: String, _ mode: Int, _ body: (String) throws -> Void
    ) throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "secret-\(UUID())").path
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    private func problem(with path: String) -> Secret.Problem? {
        do throws(Secret.Problem) {
            _ = try Secret.text(of: .file(path), service: "s")
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        ("quince\n", "quince", "the end of the line is none of it"),
        ("quince\r\n", "quince", "nor is that of other systems"),
        ("quince", "quince", "without an end"), (" quin ce \n", " quin ce ", "spaces are"),
        ("a\nb\n", "a\nb", "only the last end goes"),
    ])
    func `a secret is what the file has`(_ text: String, _ secret: String, _ why: String) throws {
        try withFile(text, 0o600) { path in
            expect(try Secret.text(of: .file(path), service: "s"), is: secret, "\(why)")
        }
    }

    @Test(arguments: [
        (0o600, true, "the owner's alone"), (0o400, true, "and not to be written"),
        (0o640, true, "the group of the service may read"), (0o644, false, "everybody may read"),
        (0o660, false, "the group may write"), (0o604, false, "everybody but the group"),
    ])
    func `a file that others may read is refused`(
        _ mode: Int, _ isTaken: Bool, _ why: String
    ) throws {
        try withFile("quince", mode) { path in
            expect(problem(with: path), is: isTaken ? nil : .open(path, service: "s"), "\(why)")
        }
    }

    @Test func `what is empty, far too long, or not there is told without the secret`() throws {
        try withFile("\n", 0o600) { expect(problem(with: $0), is: .size($0)) }
        let long = String(repeating: "q", count: 5_000)
        try withFile(long, 0o600) { expect(problem(with: $0), is: .size($0)) }
        expect(problem(with: "/no/such/file"), is: .unreadable("/no/such/file", .noEntry))
        // Whoever owns the file, the service's group may read it then, and nobody else.
        expect(
            "\(Secret.Problem.open("/f", service: "callboard-mqtt"))",
            is: "/f may be read by others: chgrp callboard-mqtt /f && chmod 0640 /f")
        let words = "\(Secret.Problem.noCredential("p", service: "callboard-mqtt"))"
        #expect(words.contains("LoadCredential=") && words.contains("/etc/credstore/p"))
    }
}
