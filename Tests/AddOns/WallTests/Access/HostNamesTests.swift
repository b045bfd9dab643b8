import Expecting
import Testing

@testable import Wall

/// By which names browsers may call the machine.
struct HostNamesTests {
    private static let hosts: [(host: String?, isAllowed: Bool, why: String)] = [
        ("localhost", true, "usual"),
        ("localhost:8437", true, "with a port"),
        ("LocalHost", true, "capitals"),
        ("localhost.", true, "the root's dot"),
        ("wall.localhost", true, "only this machine has it"),
        ("localhost.evil.example", false, "somebody else's"),
        ("notlocalhost", false, "another name"),
        ("127.0.0.1", true, "an address"),
        ("192.168.1.20:8437", true, "an address, with a port"),
        ("255.255.255.255", true, "the highest"),
        ("256.1.1.1", false, "no address"),
        ("1.2.3", false, "three numbers"),
        ("1.2.3.4.5", false, "five numbers"),
        ("1.2.3.", false, "three numbers and a dot"),
        ("1.2.3.+4", false, "a sign"),
        ("2130706433", false, "one number"),
        ("0x7f.0.0.1", false, "another base"),
        ("[::1]", true, "an address of version 6"),
        ("[::1]:8437", true, "with a port"),
        ("[fe80::1%25eth0]", true, "with its network"),
        ("[::ffff:127.0.0.1]", true, "one of both kinds"),
        ("::1", true, "without its brackets"),
        ("evil.example:80:80", false, "a name with two ports"),
        ("[evil.example]", false, "a name in brackets"),
        ("[evil:example]", false, "a name with a colon in brackets"),
        ("[::1.localhost]", false, "a name of this machine that is none"),
        ("[a.localhost]", false, "a name in brackets that would be good without"),
        ("[localhost]", false, "a name in brackets that would be good without"),
        ("[::1", false, "half of its brackets"),
        ("hall", true, "the machine"),
        ("HALL.local:80", true, "as Avahi calls it"),
        ("hall.evil.example", false, "the machine's name with more behind it"),
        ("wall.example.org", true, "the address of the proxy"),
        ("wall.lan", true, "a further name"),
        ("wall.lan:1", true, "a further name with a port"),
        ("sub.wall.lan", false, "below a further name"),
        ("listens.lan", true, "where it listens"),
        ("", false, "nothing"),
        (".", false, "a dot"),
        (":80", false, "a port alone"),
        ("localhost:x", false, "no port"),
        ("localhost:0", false, "no port that there is"),
        ("localhost:65536", false, "a port too large"),
        ("user@localhost", false, "a user"),
        ("localhost/evil", false, "a path"),
        ("localhost,evil.example", false, "two"),
        ("localhost evil.example", false, "two, with a blank"),
        ("unix:/run/x", false, "a socket"),
        ("http://localhost", false, "an address of the web"),
        ("löcalhost", false, "letters of few"),
        (nil, false, "not said"),
    ]

    @Test(arguments: hosts.indices) func `a host is let in by its name`(_ index: Int) throws {
        let (host, isAllowed, why) = Self.hosts[index]
        let settings = try WallConfiguration.settings([
            "listen = localhost:8437, listens.lan:8437, unix:/run/callboard-wall/wall.sock",
            "hosts = Wall.lan", "url = https://wall.example.org/",
        ])
        let names = HostNames(settings, machine: "Hall")
        expect(names.allows(host), is: isAllowed, "\(why): \(host ?? "-")")
    }

    @Test func `a machine without a name has its addresses and localhost`() throws {
        let names = HostNames(try WallConfiguration.settings(), machine: nil)
        expect(["localhost", "127.0.0.1", "hall"].map(names.allows), is: [true, true, false])
    }
}
