import Expecting
import Foundation
import Linux
import Testing

/// The network of the other end of a connection, and this machine's own networks.
struct PeerNetworkTests {
    private static let here: [UInt8] = [0x20, 1, 0xD, 0xB8, 0, 0, 0, 7]
    private static let mapped: [UInt8] = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

    private static let pairs: [(left: [UInt8], right: [UInt8], isSame: Bool, why: String)] = [
        ([192, 0, 2, 1], [192, 0, 2, 1], true, "one address"),
        ([192, 0, 2, 1], [192, 0, 2, 2], false, "two of one network of version 4"),
        (mapped + [192, 0, 2, 1], [192, 0, 2, 1], true, "one in both forms"),
        (
            here + [0, 0, 0, 0, 0, 0, 0, 1], here + [9, 9, 9, 9, 9, 9, 9, 9], true, "behind 64 bits"
        ),
        (here + [UInt8](repeating: 1, count: 8), [UInt8](repeating: 1, count: 16), false, "others"),
        ([127, 0, 0, 1], [127, 9, 9, 9], true, "this machine by two of its addresses"),
        ([127, 0, 0, 1], [UInt8](repeating: 0, count: 15) + [1], true, "the same of version 6"),
        ([127, 0, 0, 1], mapped + [127, 0, 0, 2], true, "the same in the form of version 6"),
        ([127, 0, 0, 1], [128, 0, 0, 1], false, "another machine"),
    ]

    @Test(arguments: pairs.indices) func `addresses of one machine count as one`(_ index: Int) {
        let (left, right, isSame, why) = Self.pairs[index]
        expect(PeerNetwork(of: left) == PeerNetwork(of: right), is: isSame, "\(why)")
    }

    @Test func `a connection is of the network of its other end, and one of a socket of none`()
        throws
    {
        let loopback = PeerNetwork(of: [127, 0, 0, 1])
        for address in ["127.0.0.1", "::1"] {
            let listening = try ListeningSocket(at: NetworkPlace(address: address, port: 0))
            let port = listening.port ?? 0
            let place = NetworkPlace(address: address, port: port)
            let client = try place.connect(within: .seconds(60))
            expect(PeerNetwork(of: client), is: loopback, "\(address)")
        }
        let path = FileManager.default.temporaryDirectory.appending(path: "peer-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let listening = try ListeningSocket(at: SocketPlace(path: path + "/s"))
        let client = try StreamSocket.connect(to: path + "/s")
        expect(PeerNetwork(of: client), is: nil)
        let number = listening.rawValue
        expect(number >= 0, is: true)
    }

    private static func one(
        _ name: String, _ address: String, isTunnel: Bool = false
    ) -> NetworkInterface {
        NetworkInterface(name: name, address: address, isTunnel: isTunnel)
    }

    private static let machines:
        [(all: [NetworkInterface], route: String?, address: String?, why: String)] = [
            ([], nil, nil, "no network"),
            ([one("wlan0", "192.168.1.20")], nil, "192.168.1.20", "one alone"),
            (
                [one("eth0", "10.0.0.2"), one("wlan0", "192.168.1.20")], "wlan0", "192.168.1.20",
                "that of the default route"
            ),
            (
                [one("eth0", "fe80::1%eth0"), one("eth0", "2001:db8::2"), one("eth0", "10.0.0.2")],
                "eth0", "10.0.0.2", "version 4 first, which every device has"
            ),
            (
                [one("eth0", "fe80::1%eth0"), one("eth0", "2001:db8::2")], "eth0", "2001:db8::2",
                "6"
            ),
            ([one("eth0", "fe80::1%eth0"), one("eth0", "169.254.3.4")], nil, nil, "of no network"),
            (
                [one("docker0", "172.17.0.1"), one("eth0", "10.0.0.2")], nil, "10.0.0.2",
                "not one that is inside this machine"
            ),
            (
                [one("wg0", "10.9.0.1", isTunnel: true), one("eth0", "10.0.0.2")], "wg0",
                "10.0.0.2",
                "a tunnel has nobody of this house"
            ),
            ([one("docker0", "172.17.0.1")], nil, "172.17.0.1", "that one where there is no other"),
        ]

    @Test(arguments: machines.indices)
    func `others of the network reach this machine by its best address`(_ index: Int) {
        let (all, route, address, why) = Self.machines[index]
        expect(all.outward(route: route), is: address, "\(why)")
    }

    @Test func `the default route is the one of the smallest metric`() {
        let table = """
            Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT
            wlan0\t00000000\t0101A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0
            eth0\t00000000\t0101A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0
            eth1\t0001A8C0\t00000000\t0001\t0\t0\t1\t00FFFFFF\t0\t0\t0
            """
        expect(NetworkInterface.defaultRoute(in: table), is: "eth0")
        for text in ["", "Iface\n", "Iface\neth0 00000000", "\u{0}\n\n\n"] {
            expect(NetworkInterface.defaultRoute(in: text), is: nil)
        }
    }

    @Test func `this machine's addresses are those of its networks, and none of loopback`() {
        for interface in NetworkInterface.all {
            #expect(!interface.address.hasPrefix("127.") && interface.address != "::1")
            #expect(!interface.name.isEmpty)
        }
    }
}
