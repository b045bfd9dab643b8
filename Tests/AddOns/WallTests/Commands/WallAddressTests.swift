import Commands
import Expecting
import Testing

@testable import Wall

/// The address that a link begins with.
struct WallAddressTests {
    private static let machine = WallAddress.Machine(name: "vm", address: "192.168.1.20")
    private static let alone = WallAddress.Machine(name: "vm")
    private static let found = WallAddress.Machine(
        name: "vm", address: "192.168.1.20", isFoundByName: true)

    private static let addresses:
        [(
            lines: [String], host: String?, machine: WallAddress.Machine, text: String,
            doubt: String?, why: String
        )] = [
            (
                ["listen = 0.0.0.0:8437"], nil, machine, "http://192.168.1.20:8437", nil,
                "one that other machines can open"
            ),
            (["listen = 0.0.0.0"], nil, machine, "http://192.168.1.20:8437", nil, "the usual port"),
            (["listen = [::]:80"], nil, machine, "http://192.168.1.20:80", nil, "every network"),
            (
                ["listen = 0.0.0.0:8437"], nil, found, "http://192.168.1.20:8437",
                "--host vm.local makes", "the other choice is said"
            ),
            (
                ["listen = 0.0.0.0:8437"], "vm.local", found, "http://vm.local:8437", nil,
                "its name, as somebody wants it"
            ),
            (
                ["listen = 0.0.0.0:8437"], "hall.example.org", machine,
                "http://hall.example.org:8437", "does not accept the name hall.example.org",
                "a name under which the wall would not answer"
            ),
            (
                ["listen = 0.0.0.0:8437", "hosts = hall.example.org"], "hall.example.org", machine,
                "http://hall.example.org:8437", nil, "one under which it does"
            ),
            (
                ["listen = 0.0.0.0:8437"], "2001:db8::2", machine, "http://[2001:db8::2]:8437", nil,
                "an address of version 6"
            ),
            (
                ["listen = 0.0.0.0:8437"], nil, alone, "http://vm:8437",
                "this host has no network address now", "a machine without a network"
            ),
            (
                ["listen = localhost, 10.0.0.2:99"], nil, machine, "http://10.0.0.2:99", nil,
                "the place at which others reach it"
            ),
            (
                ["listen = localhost"], nil, machine, "http://localhost:8437",
                "only this host can open the link", "nobody else reaches it"
            ),
            (
                ["listen = unix:/run/w", "url = https://wall.example.org/"], nil, machine,
                "https://wall.example.org", nil, "that of the proxy"
            ),
            (
                ["listen = unix:/run/w"], nil, machine, "http://vm", "behind a proxy",
                "a proxy of which nothing is known"
            ),
        ]

    @Test(arguments: addresses.indices)
    func `a link has an address that other machines can open`(_ index: Int) throws {
        let (lines, host, machine, text, doubt, why) = Self.addresses[index]
        let address = WallAddress(
            try WallConfiguration.settings(lines), host: host, on: machine)
        expect(address.text, is: text, "\(why)")
        expect(address.doubt == nil, is: doubt == nil, "\(why): \(address.doubt ?? "")")
        if let doubt { #expect(address.doubt?.contains(doubt) ?? false, "\(why)") }
    }

    @Test func `a host is a name or an address, and nothing with it`() {
        for host in ["hall", "hall.local", "192.168.1.20", "2001:db8::2", "[2001:db8::2]"] {
            #expect(WallAddress.isHost(host), "\(host)")
        }
        for host in ["", "hall:80", "http://hall", "hall/x", "a b", "unix:/x", "\u{1B}[31m"] {
            #expect(!WallAddress.isHost(host), "\(host)")
        }
    }
}
