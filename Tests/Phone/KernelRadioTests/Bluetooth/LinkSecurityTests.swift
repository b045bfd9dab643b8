import Expecting
import Linux
import Support
import Testing

@testable import KernelRadio

struct LinkSecurityTests {
    @Test(arguments: [
        (SecurityLevel.low, 0, LinkMode([]), "---", "a link that has just begun"),
        (.medium, 0, LinkMode([]), "---", "asked for, and not given"),
        (.fips, 16, LinkMode([]), "---", "a key that is not in use yet"),
        (.medium, 16, LinkMode([.encrypted, .authenticated]), "e-f", "a key made without a look"),
        (.medium, 7, LinkMode([.encrypted, .authenticated]), "e--", "a short key"),
        (.high, 16, LinkMode([.encrypted, .authenticated]), "eaf", "a key that was compared"),
        (.fips, 16, LinkMode([.encrypted, .authenticated]), "eaf", "and made on curves"),
        (.fips, 0, LinkMode([.encrypted]), "---", "no key, whatever the mode says"),
    ])
    func `only an encrypted link is anything`(
        level: SecurityLevel, keySize: Int, mode: LinkMode, expected: String, why: String
    ) {
        let security = LinkSecurity(level: level, keySize: keySize, mode: mode)
        let found =
            (security.isEncrypted ? "e" : "-") + (security.isAuthenticated ? "a" : "-")
            + (security.isFullyEncrypted ? "f" : "-")
        expect(found, is: expected, "\(why)")
    }

    @Test func `a socket that is none of Bluetooth has no security`() throws {
        var farEnd: FileDescriptor?
        let socket = try FileDescriptor.packetSocket(connectedTo: &farEnd)
        #expect(throws: Errno.self) {
            try LinkSecurity.read(of: socket.rawValue, adapter: ControllerIndex(rawValue: 0))
        }
        #expect(throws: Errno.self) { try LinkSecurity.raise(socket.rawValue, to: .medium) }
    }
}
