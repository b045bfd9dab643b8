import Expecting
import Testing

@testable import SimulatedPhone

struct MisbehaviourTests {
    private static let note = #"{"name": "n", "app": "org.a", "title": "Ab", "message": "Cde"}"#
    private static let ask = "00 00000000 00 01 ffff 03 ffff 04"
    private static let app = "00 0500 6f72672e61"
    private static let whole = "00 00000000 \(app) 01 0200 4162 03 0300 436465 04 0100 33"

    private static func host(_ behaviour: String, mtu: Int = 185) throws -> TestHost {
        var host = try TestHost(behaviour: behaviour, mtu: mtu, existing: note)
        host.begin()
        return host
    }

    @Test(arguments: [
        ("{}", whole, "a good phone"),
        (
            #"{"wrong_uid": true}"#, "00 ffffffff \(app) 01 0200 4162 03 0300 436465 04 0100 33",
            "a wrong number"
        ),
        (
            #"{"attributes": "reversed"}"#,
            "00 00000000 04 0100 33 03 0300 436465 01 0200 4162 \(app)", "backwards"
        ),
        (#"{"omit": "title"}"#, "00 00000000 \(app) 03 0300 436465 04 0100 33", "one missing"),
        (#"{"duplicate": "message_size"}"#, "\(whole) 04 0100 33", "one twice"),
        (#"{"extra": 200}"#, "\(whole) c8 0500 6578747261", "one too many"),
        (#"{"answers": "twice"}"#, whole + whole, "everything twice"),
        (#"{"silent": true}"#, "", "no answer"),
        (#"{"source": "dead"}"#, whole, "answers without announcements"),
    ])
    func `an answer is as bad as it should be`(
        behaviour: String, expected: String, why: String
    ) throws {
        var host = try Self.host(behaviour)
        // A dead source has never told the number, which this host knows nevertheless.
        expect(host.write(Self.ask), is: "13", "\(why)")
        expect(host.answer, is: hexText(hex(expected)), "\(why)")
    }

    @Test func `misbehaviour begins and ends with the timeline`() throws {
        var host = try Self.host("{}")
        try host.play(#"{"at": 0, "set": {"attributes": "reversed", "omit": "app"}}"#)
        _ = host.write(Self.ask)
        expect(host.answer, is: hexText(hex("00 00000000 04 0100 33 03 0300 436465 01 0200 4162")))
        try host.play(#"{"at": 0, "set": {"attributes": "asked", "omit": null}}"#)
        _ = host.write(Self.ask)
        expect(host.answer, is: hexText(hex(Self.whole)))
    }

    @Test func `shuffled attributes are all there and the seed decides their order`() throws {
        func answers(seed: UInt64) throws -> [String] {
            var host = try TestHost(
                """
                {"format": 1, "phones": [{"name": "Ann", "behaviour": {"attributes": "shuffled"},
                  "existing": [{"name": "n", "app": "com.apple.news"}]}]}
                """, seed: seed)
            host.begin()
            return (0..<10).map { _ in
                _ = host.write("00 00000000 02 ffff 05 06 07 04")
                return host.answer
            }
        }
        let first = try answers(seed: 1)
        try expect(answers(seed: 1), is: first)
        #expect(try answers(seed: 2) != first)
        #expect(Set(first).count > 1)
        expect(Set(first.map(\.count)).count, is: 1)
    }

    @Test(arguments: [(1, 28), (2, 14), (20, 2), (27, 2), (28, 1), (514, 1)])
    func `fragments have the size that is set`(size: Int, count: Int) throws {
        var host = try Self.host(#"{"fragment": \#(size)}"#)
        _ = host.write(Self.ask)
        expect(host.answer, is: hexText(hex(Self.whole)))
        expect(host.fragments.count, is: count)
        #expect(host.fragments.dropLast().allSatisfy { $0.count == size })
    }

    @Test func `random fragments put together are the answer`() throws {
        var host = try Self.host(#"{"fragment": "random"}"#, mtu: 23)
        var sizes: Set<Int> = []
        for _ in 0..<50 {
            _ = host.write(Self.ask)
            expect(host.answer, is: hexText(hex(Self.whole)))
            sizes.formUnion(host.fragments.map(\.count))
        }
        #expect(sizes.count > 10)
        #expect(sizes.isSubset(of: 1...20))
    }

    @Test func `no fragment is larger than the link allows`() throws {
        var host = try Self.host(#"{"fragment": 100}"#, mtu: 23)
        _ = host.write(Self.ask)
        expect(host.fragments.map(\.count), is: [20, 8])
    }

    @Test func `delays come before response, answer and each further fragment`() throws {
        var host = try Self.host(
            #"{"write_delay": 1, "answer_delay": 2, "fragment_delay": 0.5, "fragment": 10}"#)
        host.announcements = []
        expect(host.write(Self.ask, waiting: .seconds(0.9)), is: nil)
        var log: [String] = []
        for _ in 0..<40 {
            host.pass(.seconds(0.1))
            log.append("\(host.packets.count)\(host.fragments.count)")
        }
        // Time is 0.9 s plus a tenth for each entry.
        expect(log[0], is: "10")
        expect(log[19], is: "10")
        expect(log[20], is: "11")
        expect(log[24], is: "11")
        expect(log[25], is: "12")
        expect(log[30], is: "13")
        expect(host.answer, is: hexText(hex(Self.whole)))
    }

    @Test func `jitter lengthens a delay by up to its size`() throws {
        var random = SeededRandom(seed: 3)
        let delay = Behaviour.Delay(base: .seconds(1), jitter: .seconds(2))
        let drawn = (0..<1_000).map { _ in delay.drawn(with: &random) }
        #expect(drawn.allSatisfy { (.seconds(1) ... .seconds(3)).contains($0) })
        #expect(drawn.contains { $0 > .seconds(2.9) })
        #expect(drawn.contains { $0 < .seconds(1.1) })
        expect(Behaviour.Delay(base: .seconds(1)).drawn(with: &random), is: .seconds(1))
    }

    @Test func `announcements do not wait for a delayed response`() throws {
        var host = try TestHost(behaviour: #"{"write_delay": 1}"#, existing: Self.note)
        host.phone.connect()
        host.phone.secure()
        host.send("12 2300 0100")
        #expect(host.packets.isEmpty)
        expect(host.announcements.count, is: 1)
        host.pass(.seconds(1))
        expect(host.packets, is: ["13"])
    }

    @Test func `an error is forced as often as it should be`() throws {
        var host = try Self.host(#"{"error": {"code": "0xA2", "count": 2}}"#)
        expect(host.write(Self.ask), is: "01 12 25 00 a2")
        expect(host.write("ff"), is: "01 12 25 00 a2", "whatever the write says")
        expect(host.write(Self.ask), is: "13")
        for code in [0x03, 0x05, 0x08, 0x0E, 0x0F, 0x81, 0xA0, 0xFF] {
            try host.play(#"{"at": 0, "set": {"error": {"code": \#(code)}}}"#)
            for _ in 0..<3 {
                expect(host.write(Self.ask), is: "01 12 25 00 " + hexText([UInt8(code)]))
                #expect(host.fragments.isEmpty)
            }
        }
        try host.play(#"{"at": 0, "set": {"error": null}}"#)
        expect(host.write(Self.ask), is: "13")
    }

    @Test func `a mute phone answers nothing at all`() throws {
        var host = try Self.host(#"{"mute": true}"#)
        expect(host.write(Self.ask), is: nil)
        #expect(host.fragments.isEmpty)
        try host.play(#"{"at": 0, "set": {"mute": false}}"#)
        expect(host.write(Self.ask), is: "13")
    }

    @Test func `a late answer comes after the next request`() throws {
        var host = try Self.host(#"{"answers": "late"}"#)
        expect(host.write(Self.ask), is: "13")
        #expect(host.fragments.isEmpty)
        expect(host.write("01 6f72672e61 00 00"), is: "13")
        expect(host.answer, is: hexText(hex(Self.whole)))
        try host.play(#"{"at": 0, "set": {"answers": "once"}}"#)
        expect(host.write("00 ffffffff 00"), is: "01 12 25 00 a2")
        expect(host.answer, is: hexText(hex("01 6f72672e61 00 00 0100 41")))
        expect(host.write(Self.ask), is: "13")
        expect(host.answer, is: hexText(hex(Self.whole)))
    }

    @Test func `a stopped source works again once the host subscribes again`() throws {
        let add = #"{"at": 0, "add": {"name": "NAME", "app": "org.a"}}"#
        var host = try Self.host("{}")
        host.announcements = []
        try host.play(#"{"at": 0, "set": {"source": "stopped"}}"#)
        try host.play(add.replacing("NAME", with: "a"))
        #expect(host.announcements.isEmpty)
        expect(host.write("00 01000000 01 ffff"), is: "13", "the Control Point still works")
        host.send("12 2300 0100")
        expect(host.announcements.count, is: 2)
        try host.play(#"{"at": 0, "set": {"source": "dead"}}"#)
        host.send("12 2300 0000")
        host.send("12 2300 0100")
        try host.play(add.replacing("NAME", with: "b"))
        expect(host.announcements.count, is: 2)
    }

    @Test func `a person who does not share is respected until they do`() throws {
        var host = try Self.host(#"{"sharing": false}"#)
        #expect(host.announcements.isEmpty)
        expect(host.write("00 ffffffff 00"), is: "01 12 25 00 03")
        expect(host.write("ff"), is: "01 12 25 00 03")
        try host.play(#"{"at": 0, "set": {"sharing": true}}"#)
        expect(host.announcements, is: ["00 04 00 01 00 00 00 00"])
        expect(host.write("00 ffffffff 00"), is: "01 12 25 00 a2")
        try host.play(#"{"at": 0, "set": {"sharing": false}}"#)
        expect(host.write(Self.ask), is: "01 12 25 00 03")
    }

    @Test func `a phone that cannot encrypt never lets the host in`() throws {
        var host = try TestHost(
            behaviour: #"{"encryption": false, "refusal": "insufficient_encryption"}"#)
        host.phone.connect()
        host.phone.secure()
        host.send("12 2300 0100")
        expect(host.packets, is: ["01 12 23 00 0f"])
        try host.play(#"{"at": 0, "set": {"encryption": true}}"#)
        host.send("12 2300 0100")
        expect(host.packets.last, is: "01 12 23 00 0f", "only the next attempt succeeds")
        host.phone.secure()
        host.send("12 2300 0100")
        expect(host.packets.last, is: "13")
        host.phone.disconnect()
        host.phone.connect()
        host.send("12 2300 0100")
        expect(host.packets.last, is: "01 12 23 00 0f", "each link is encrypted anew")
    }

    @Test func `the service appears and vanishes with an indication`() throws {
        var host = try TestHost(behaviour: #"{"service": false}"#, existing: Self.note)
        host.phone.connect()
        host.phone.secure()
        host.send("12 0900 0200")
        host.send("12 2300 0100")
        expect(host.packets, is: ["13", "01 12 23 00 01"])
        try host.play(#"{"at": 0, "set": {"service": true}}"#)
        expect(host.packets.last, is: "1d 08 00 20 00 28 00")
        host.send("12 2300 0100")
        expect(host.announcements.count, is: 1)
        host.packets = []
        try host.play(#"{"at": 0, "set": {"service": false}}"#)
        #expect(host.packets.isEmpty, "the first indication has not been confirmed")
        host.send("1e")
        expect(host.packets, is: ["1d 08 00 20 00 28 00"])
        try host.play(#"{"at": 0, "add": {"name": "x", "app": "org.a"}}"#)
        expect(host.announcements.count, is: 1)
        host.send("1e")
        try host.play(#"{"at": 0, "set": {"service": true}}"#)
        expect(host.announcements.count, is: 1, "subscriptions are gone with the service")
        host.send("12 2300 0100")
        expect(host.announcements.count, is: 3)
    }

    @Test func `raw values are sent once the host has subscribed`() throws {
        var host = try TestHost(mtu: 23)
        try host.play(#"{"at": 0, "send": {"on": "notification_source", "hex": "00 ff"}}"#)
        try host.play(
            #"{"at": 0, "send": {"on": "data_source", "hex": "\#(String(repeating: "ab", count: 30))"}}"#
        )
        try host.play(#"{"at": 0, "send": {"on": "link", "hex": "0b 01 02"}}"#)
        host.phone.connect()
        host.drain()
        expect(host.packets, is: ["0b 01 02"])
        host.phone.secure()
        host.send("12 2800 0100")
        expect(host.fragments, is: [[UInt8](repeating: 0xAB, count: 20)], "cut to the MTU")
        #expect(host.announcements.isEmpty)
        host.send("12 2300 0100")
        expect(host.announcements, is: ["00 ff"])
    }

    @Test func `the link breaks with exactly the packet that is chosen`() throws {
        // Of a whole conversation: eight packets in each of the two directions.
        for packets in 1...12 {
            var host = try TestHost(
                behaviour: #"{"drop": {"after": \#(packets), "for": 3}}"#, existing: Self.note)
            host.phone.connect()
            host.phone.secure()
            var sent = 0
            for packet in ["02 0502", "12 2800 0100", "12 2300 0100", "12 2500" + Self.ask]
            where host.phone.drop == nil {
                host.send(packet)
                sent += 1
            }
            let received = host.packets.count + host.announcements.count + host.fragments.count
            expect(sent + received, is: min(packets, 10))
            expect(host.phone.drop, is: (packets <= 10 ? .seconds(3) : nil))
            expect(host.phone.takesPackets, is: (packets > 10))
            host.phone.disconnect()
            host.announcements = []
            if packets <= 10 {
                host.begin()
                expect(host.announcements.count, is: 1, "the next link is whole")
            }
        }
    }

    @Test func `packets are counted from when the break is set`() throws {
        var host = try Self.host("{}")
        try host.play(#"{"at": 0, "set": {"drop": {"after": 2}}}"#)
        expect(host.phone.drop, is: nil)
        expect(host.write(Self.ask), is: "13")
        #expect(host.fragments.isEmpty)
        expect(host.phone.drop, is: .seconds(1))
    }

    @Test func `a change of MTU holds for the next link`() throws {
        var host = try Self.host("{}", mtu: 100)
        try host.play(#"{"at": 0, "set": {"mtu": 23}}"#)
        expect(host.phone.link?.server.mtu, is: 100)
        host.phone.disconnect()
        host.begin()
        expect(host.phone.link?.server.mtu, is: 23)
    }

    @Test func `a host that asks without end has to wait`() throws {
        var host = try Self.host(#"{"answer_delay": 1000}"#)
        var written = 0
        while host.phone.takesPackets, written < 1_000 {
            host.send("12 2500" + Self.ask)
            written += 1
        }
        expect(written, is: PacketOutbox.requestLimit)
        host.pass(.seconds(2_000))
        #expect(host.phone.takesPackets)
        expect(host.fragments.count, is: written)
    }

    @Test func `announcements and answers take turns`() throws {
        var host = try TestHost(
            behaviour: #"{"fragment": 1}"#,
            existing: #"{"name": "f", "app": "org.a", "count": 100}"#)
        host.phone.connect()
        host.phone.secure()
        host.send("12 2800 0100")
        host.phone.receive(hex("12 2300 0100"), at: host.now)
        host.phone.receive(hex("12 2500 00 00000000 00"), at: host.now)
        var order = ""
        while let packet = host.phone.nextPacket(at: .zero) {
            order += packet.count == 11 ? "n" : packet.count == 4 ? "d" : "r"
        }
        #expect(order.hasPrefix("rrdndndn"))
        expect(order.filter { $0 == "n" }.count, is: 100)
        expect(order.filter { $0 == "d" }.count, is: 13)
    }
}
