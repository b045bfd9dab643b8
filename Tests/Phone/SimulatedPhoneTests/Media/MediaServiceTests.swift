import Expecting
import Testing

@testable import SimulatedPhone

/// The media service as a host meets it.
struct MediaServiceTests {
    private static let mediaType = "dc f8 55 ad 02 c5 f4 8e 3a 43 36 0f 2b 50 d3 89"
    private static let commandType = "c2 51 ca f7 56 0e df b8 8a 4a b1 57 d8 81 3c 9b"

    @Test func `a plain phone with a player has the service between the others`() throws {
        var media = try MediaHost()
        media.host.phone.connect()
        media.host.send("02 0502")
        expect(media.ask("06 0100 ffff 0028 \(Self.mediaType)"), is: "07 14 00 1f 00")
        expect(
            media.ask("04 1400 1f00"),
            is: "05 01 14 00 00 28 15 00 03 28")
        expect(media.ask("04 1600 1f00"), is: "05 02 16 00 \(Self.commandType)")
        expect(media.ask("04 1700 1900"), is: "05 01 17 00 00 29 18 00 02 29 19 00 03 28")
        expect(media.ask("0a 1500").map { String($0.prefix(11)) }, is: "0b 98 16 00")
        expect(media.ask("06 0100 ffff 0028 0f18"), is: "07 0f 00 12 00", "the rest stays")
    }

    @Test func `without a player there is no such service`() throws {
        var host = try TestHost()
        host.phone.connect()
        host.send("06 0100 ffff 0028 \(Self.mediaType)")
        expect(host.packets, is: ["01 06 01 00 0a"])
    }

    @Test(arguments: [
        "12 1600 00", "12 1800 0100", "12 1a00 0000", "12 1c00 0100", "0a 1e00",
        "12 1e00 0000",
    ])
    func `all of it requires an encrypted link`(packet: String) throws {
        var media = try MediaHost()
        media.host.phone.connect()
        let start = packet.prefix(5)
        expect(media.ask(packet), is: "01 \(start) 00 05")
    }

    @Test func `commands are listed once for each subscription, and not when they change`() throws {
        var media = try MediaHost(steps: [#""media": {"commands": ["play", "back"]}"#])
        media.connect()
        let all = "1b 16 00 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d"
        expect(media.subscribe(), is: ["13", all, "13"])
        expect(media.subscribe(), is: ["13", "13"], "it has subscribed already")
        expect(media.play(0), is: [])
        expect(media.host.packets, is: [], "the host does not get the other list")
        expect(media.ask("12 1800 0000"), is: "13")
        expect(media.subscribe(), is: ["13", "1b 16 00 00 0a", "13"])
    }

    static let registrations: [(String, [String], String)] = [
        (
            "00 00 01 02 03",
            ["0.0 Music", "0.1 1,1.0,10.000", "0.2 0.25", "0.3 com.apple.Music"], "the player"
        ),
        ("01 00 01 02 03", ["1.0 0", "1.1 2", "1.2 0", "1.3 0"], "the queue"),
        ("02 00 01 02 03", ["2.0 Ann", "2.1 Numbers", "2.2 One", "2.3 200.000"], "the track"),
        ("02 02", ["2.2 One"], "one attribute"),
        ("02 02 00 02", ["2.2 One", "2.0 Ann", "2.2 One"], "in this order, and as often"),
    ]

    @Test(arguments: registrations)
    func `a registration is answered with the values of now`(
        value: String, expected: [String], why: String
    ) throws {
        var media = try MediaHost()
        media.connect()
        media.subscribe()
        expect(media.register(value), is: expected, "\(why)")
        expect(media.host.packets.first, is: "13", "\(why)")
    }

    @Test(arguments: [
        ("", "a1", "nothing"), ("00", "a1", "no attribute"), ("03 00", "a1", "an unknown entity"),
        ("00 04", "a1", "an attribute of no player"), ("02 00 04", "a1", "one of two is unknown"),
        ("ff ff", "a1", "neither"),
    ])
    func `a registration that makes no sense is refused`(
        value: String, error: String, why: String
    ) throws {
        var media = try MediaHost()
        media.connect()
        expect(media.ask("12 1a00" + value), is: "01 12 1a 00 a0", "before it has subscribed")
        media.subscribe()
        expect(media.ask("12 1a00" + value), is: "01 12 1a 00 \(error)", "\(why)")
        expect(media.command(1), is: [], "nothing is registered")
    }

    @Test(arguments: [
        ("", "nothing"), ("00 00", "two bytes"), ("0e", "unknown"), ("ff", "unknown"),
        ("03", "the player does not have it"),
    ])
    func `a command that makes no sense is refused`(value: String, why: String) throws {
        var media = try MediaHost(#"{"commands": ["play", "bookmark"]}"#)
        media.connect()
        expect(media.ask("12 1600" + value), is: "01 12 16 00 a1", "\(why)")
        expect(media.ask("12 1600 0d"), is: "13")
        expect(media.ask("52 1600 00"), is: nil, "only writes with a response")
        expect(media.host.phone.player?.state, is: .paused)
    }

    @Test func `what is registered is sent when it changes, and nothing else`() throws {
        var media = try MediaHost()
        media.connect()
        media.subscribe()
        _ = media.register("02 02")
        _ = media.register("00 01")
        expect(media.command(5), is: [], "nobody has asked for the volume")
        expect(media.pass(.seconds(20)), is: [], "the host counts by itself")
        expect(media.command(1), is: ["0.1 0,0.0,30.000"])
        expect(media.command(1), is: [], "it is paused already")
        expect(media.command(3), is: ["2.2 Two", "0.1 0,0.0,0.000"])
        expect(media.command(0), is: ["0.1 1,1.0,0.000"])
        expect(media.pass(.seconds(99)), is: [])
        expect(media.pass(.seconds(1)), is: ["2.2 One", "0.1 0,0.0,0.000"], "the queue is over")
    }

    @Test func `a track ends on its own, and also while the host is away`() throws {
        var media = try MediaHost()
        media.connect()
        media.subscribe()
        _ = media.register("02 02 03")
        expect(media.pass(.seconds(189)), is: [])
        expect(media.pass(.seconds(2)), is: ["2.2 Two", "2.3 100.000"])
        media.host.phone.disconnect()
        expect(media.pass(.seconds(50)), is: [])
        media.connect()
        media.subscribe()
        expect(media.command(9), is: [], "each link registers again")
        expect(media.register("00 01"), is: ["0.1 1,1.0,66.000"])
    }

    @Test func `updates end with the subscription`() throws {
        var media = try MediaHost()
        media.connect()
        media.subscribe()
        _ = media.register("00 01")
        expect(media.ask("12 1c00 0000"), is: "13")
        expect(media.command(1), is: [])
        media.subscribe()
        expect(media.command(0), is: [], "it registers again")
        expect(media.register("00 01"), is: ["0.1 1,1.0,10.000"])
    }

    @Test func `a whole value is read once it has been selected`() throws {
        var media = try MediaHost()
        media.connect()
        expect(media.ask("0a 1e00"), is: "01 0a 1e 00 a2", "nothing is selected")
        expect(media.ask("12 1e00 02 02"), is: "13")
        expect(media.ask("0a 1e00"), is: "0b 4f 6e 65")
        expect(media.ask("0c 1e00 0100"), is: "0d 6e 65")
        expect(media.ask("0c 1e00 0300"), is: "0d")
        expect(media.ask("0c 1e00 0400"), is: "01 0c 1e 00 07")
        expect(media.ask("12 1600 03"), is: "13")
        expect(media.ask("0a 1e00"), is: "0b 54 77 6f", "it is the value of now")
        media.host.phone.disconnect()
        media.connect()
        expect(media.ask("0a 1e00"), is: "01 0a 1e 00 a2", "each link selects again")
    }

    @Test(arguments: [
        ("", "a1", "nothing"), ("02", "a1", "no attribute"), ("02 02 00", "a1", "two attributes"),
        ("02 04", "a2", "unknown"), ("03 00", "a2", "unknown"), ("02 01", "a2", "an empty one"),
    ])
    func `a selection that makes no sense is refused`(
        value: String, error: String, why: String
    ) throws {
        var media = try MediaHost(#"{"queue": [{"title": "One"}]}"#)
        media.connect()
        expect(media.ask("12 1e00" + value), is: "01 12 1e 00 \(error)", "\(why)")
        expect(media.ask("0a 1e00"), is: "01 0a 1e 00 a2", "\(why)")
    }

    @Test(arguments: 23...517)
    func `a long value is cut to the MTU and can be read whole`(mtu: Int) throws {
        let title = #"{"repeat": "über", "bytes": 600}"#
        var media = try MediaHost(#"{"queue": [{"title": \#(title)}]}"#, mtu: mtu)
        media.connect()
        media.subscribe()
        let whole = Array(String(repeating: "über", count: 120).utf8)
        _ = media.ask("12 1a00 02 02")
        let update = hex(media.host.packets.last ?? "")
        expect(update.count, is: mtu)
        expect(update, is: hex("1b 1a00 02 02 01") + whole.prefix(mtu - 6))
        expect(media.whole("02 02"), is: Array(whole.prefix(512)), "no attribute is longer")
    }

    @Test func `a value that just fits is not marked as cut`() throws {
        for (bytes, mark) in [(17, ""), (18, "!")] {
            let title = #"{"repeat": "a", "bytes": \#(bytes)}"#
            var media = try MediaHost(#"{"queue": [{"title": \#(title)}]}"#, mtu: 23)
            media.connect()
            media.subscribe()
            let text = String(repeating: "a", count: 17)
            expect(media.register("02 02"), is: ["2.2\(mark) \(text)"])
        }
    }

    @Test func `bytes that are no text are sent as they are`() throws {
        var media = try MediaHost(#"{"queue": [{"title": {"hex": "ff c3 00 41"}}]}"#)
        media.connect()
        media.subscribe()
        _ = media.ask("12 1a00 02 02")
        expect(media.host.packets.last, is: "1b 1a 00 02 02 00 ff c3 00 41")
        expect(media.whole("02 02"), is: [0xFF, 0xC3, 0x00, 0x41])
    }

    @Test func `a registration in parts is one`() throws {
        var media = try MediaHost()
        media.connect()
        media.subscribe()
        expect(media.ask("16 1a00 0000 02"), is: "17 1a 00 00 00 02")
        expect(media.ask("16 1a00 0100 0200"), is: "17 1a 00 01 00 02 00")
        _ = media.ask("18 01")
        expect(media.host.packets.first, is: "19")
        expect(media.updates, is: ["2.2 One", "2.0 Ann"])
    }

    @Test func `no host that writes anything harms the phone`() throws {
        var media = try MediaHost(mtu: 64)
        media.connect()
        media.subscribe()
        var random = SeededRandom(seed: 3)
        let handles: [UInt8] = [0x16, 0x18, 0x1A, 0x1C, 0x1E]
        let operations: [UInt8] = [0x12, 0x12, 0x12, 0x0A, 0x0C, 0x16, 0x18, 0x52]
        var updates = 0
        for _ in 0..<20_000 {
            let operation = operations[Int(random.next() % 8)]
            let value = (0..<Int(random.next() % 6)).map { _ in UInt8(random.next() % 5) }
            let handle = [handles[Int(random.next() % 5)], 0]
            media.host.packets = []
            media.host.send(hexText([operation] + handle + value))
            media.host.pass(.milliseconds(Int(random.next() % 5_000)))
            #expect(media.host.packets.allSatisfy { hex($0).count <= 64 })
            updates += media.updates.count
        }
        #expect(updates > 200)
    }
}
