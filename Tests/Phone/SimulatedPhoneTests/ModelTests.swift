import Expecting
import Testing

@testable import SimulatedPhone

/// The attributes of real phones, found and read over the air by a host without a bond.
///
/// They are those that `Docs/reference/scenarios.md` tells of.
struct ModelTests {
    /// What each attribute is: its type, and what a host without a bond reads there.
    typealias Row = (handle: UInt16, type: String, value: String?)

    private static let ancs = "d0 00 2d 12 1e 4b 0f a4 99 4e ce b5 31 f4 05 79"
    private static let control = AttributeServerTests.cpType
    private static let source = AttributeServerTests.nsType
    private static let data = AttributeServerTests.dsType
    private static let apple = "41 70 70 6c 65 20 49 6e 63 2e"

    @Test func `a host finds every attribute of an iPhone 8 Plus where it was seen`() throws {
        let rows = try Self.attributes(of: "iphone-8-plus")
        expect(rows.map(\.handle), is: Array(1...56))
        let types = Dictionary(uniqueKeysWithValues: rows.map { ($0.handle, $0.type) })
        let declared: [(UInt16, String, String)] = [
            (1, "00 28", "Generic Access"), (6, "00 28", "Generic Attribute"),
            (9, "02 29", "Service Changed"), (10, "00 28", "the first of Apple's own"),
            (13, "00 29", "extended"), (14, "02 29", "values"), (15, "00 28", "the second"),
            (18, "00 29", "extended"), (19, "02 29", "values"), (20, "00 28", "battery"),
            (22, "19 2a", "level"), (23, "02 29", "values"), (24, "00 28", "time"),
            (26, "2b 2a", "current time"), (27, "02 29", "values"), (29, "0f 2a", "local time"),
            (30, "00 28", "device information"), (32, "29 2a", "maker"), (34, "24 2a", "model"),
            (35, "00 28", "notifications"), (37, Self.control, "Control Point"),
            (38, "00 29", "extended"), (40, Self.source, "Notification Source"),
            (41, "02 29", "values"), (43, Self.data, "Data Source"), (44, "02 29", "values"),
            (45, "00 28", "media"), (48, "00 29", "extended"), (49, "02 29", "values"),
            (52, "00 29", "extended"), (53, "02 29", "values"), (56, "00 29", "extended"),
        ]
        for (handle, type, why) in declared {
            expect(types[handle], is: type, "\(handle): \(why)")
        }
    }

    @Test func `without a bond all is to be seen, and only reads are refused`() throws {
        let values = Dictionary(
            uniqueKeysWithValues: try Self.attributes(of: "iphone-8-plus").map {
                ($0.handle, $0.value)
            })
        let read: [(UInt16, String, String)] = [
            (3, "41 6e 6e", "the name"), (5, "40 00", "a phone"), (9, "02 00", "told unasked"),
            (10, "66 43 ae 10 79 48 f8 a5 91 45 b4 bb 78 1e 61 d0", "a service"),
            (13, "01 00", "parts are repeated"), (14, "00 00", "not subscribed"),
            (32, Self.apple, "the maker"), (34, "69 50 68 6f 6e 65 31 30 2c 35", "iPhone10,5"),
            (35, Self.ancs, "a service"), (36, "88 25 00 \(Self.control)", "write, extended"),
            (38, "01 00", "parts are repeated"), (39, "10 28 00 \(Self.source)", "notify"),
            (41, "00 00", "not subscribed"), (44, "00 00", "not subscribed"),
        ]
        for (handle, value, why) in read {
            expect(values[handle], is: value, "\(handle): \(why)")
        }
        let refused: [(UInt16, String, String)] = [
            (22, "05", "battery"), (26, "05", "time"), (29, "05", "local time"),
            (55, "05", "what plays"), (8, "02", "nothing to read"), (37, "02", "Control Point"),
            (40, "02", "Notification Source"),
        ]
        for (handle, error, why) in refused {
            expect(values[handle], is: "refused \(error)", "\(handle): \(why)")
        }
    }

    @Test(arguments: [
        ("insufficient_authentication", "05"), ("insufficient_encryption", "0f"),
    ])
    func `a host that may not subscribe is told why, and with a key it may`(
        refusal: String, code: String
    ) throws {
        var host = try TestHost(
            #"{"format": 1, "phones": [{"name": "Ann", "model": "iphone-8-plus", "#
                + #""behaviour": {"refusal": "\#(refusal)"}}]}"#)
        host.phone.connect()
        expect(Self.ask(&host, "12 2900 0100"), is: "01 12 29 00 \(code)")
        expect(Self.ask(&host, "12 2500 00"), is: "01 12 25 00 \(code)")
        expect(Self.ask(&host, "0a 1600"), is: "01 0a 16 00 \(code)")
        host.phone.secure()
        expect(Self.ask(&host, "12 2900 0100"), is: "13")
        expect(Self.ask(&host, "0a 2900"), is: "0b 01 00")
        expect(Self.ask(&host, "0a 1600"), is: "0b 52", "82 percent")
        expect(
            Self.ask(&host, "0a 1a00"), is: "0b e2 07 06 1e 15 1e 10 06 ef 02",
            "with a reason that it should not have")
        expect(Self.ask(&host, "0a 1d00"), is: "0b 20 00", "eight hours east")
        expect(Self.ask(&host, "12 2600 0100"), is: "01 12 26 00 03", "nobody writes that")
    }

    @Test func `an iPhone 12 has the same services, and some of them elsewhere`() throws {
        let old = try Self.services(of: "iphone-8-plus")
        let new = try Self.services(of: "iphone-12")
        expect(Set(old.values), is: Set(new.values))
        let places: [(UInt16, String, String)] = [
            (1, "00 18", "Generic Access"), (6, "0a 18", "device information"),
            (11, "01 18", "Generic Attribute"),
            (15, "66 43 ae 10 79 48 f8 a5 91 45 b4 bb 78 1e 61 d0", "the first of Apple's own"),
            (25, "0f 18", "battery"), (29, "05 18", "time"), (35, Self.ancs, "notifications"),
        ]
        for (handle, uuid, why) in places { expect(new[handle], is: uuid, "\(why)") }
        let rows = try Self.attributes(of: "iphone-12")
        expect(rows.first { $0.handle == 10 }?.value, is: "69 50 68 6f 6e 65 31 33 2c 32")
        expect(rows.first { $0.handle == 14 }?.value, is: "02 00", "Service Changed")
    }

    @Test func `an iPad has the services of a phone, and looks like a media player`() throws {
        expect(
            Set(try Self.services(of: "ipad").values),
            is: Set(try Self.services(of: "iphone-12").values))
        expect(try Self.attributes(of: "ipad").first { $0.handle == 5 }?.value, is: "80 02")
    }

    @Test func `handles move from the next link on, without a word`() throws {
        var host = try TestHost(
            #"{"format": 1, "phones": [{"name": "Ann", "model": "iphone-8-plus"}]}"#)
        host.phone.connect()
        try host.play(#"{"at": 0, "set": {"shift": 5}}"#)
        let find = "06 0100 ffff 0028 \(Self.ancs)"
        expect(Self.ask(&host, find), is: "07 23 00 2c 00", "not on this link")
        host.phone.disconnect()
        host.phone.connect()
        expect(Self.ask(&host, find), is: "07 28 00 31 00")
        expect(Self.ask(&host, "06 0100 ffff 0028 0018"), is: "07 01 00 05 00", "but the first")
        try host.play(#"{"at": 0, "set": {"service": false}}"#)
        expect(host.packets.last, is: "1d 0d 00 28 00 31 00", "told where it was")
    }

    @Test func `changes are told to a host that has not asked for that`() throws {
        var host = try TestHost(
            #"{"format": 1, "phones": [{"name": "Ann", "model": "iphone-8-plus", "#
                + #""behaviour": {"service": false}}]}"#)
        host.phone.connect()
        try host.play(#"{"at": 0, "set": {"service": true}}"#)
        expect(host.packets, is: ["1d 08 00 23 00 2c 00"])
    }

    @Test func `services of a scenario come behind those of a model`() throws {
        var host = try TestHost(
            #"{"format": 1, "phones": [{"name": "Ann", "model": "iphone-8-plus", "services": ["#
                + #"{"uuid": "180F", "characteristics": [{"uuid": "2A19", "properties": ["read"]}]}"#
                + "]}]}")
        host.phone.connect()
        expect(Self.ask(&host, "06 0100 ffff 0028 0f18"), is: "07 39 00 3b 00")
        expect(Self.ask(&host, "0a 1600"), is: "01 0a 16 00 01", "its own is gone")
    }

    // MARK: A host that looks at everything

    private static func ask(_ host: inout TestHost, _ packet: String) -> String? {
        host.packets = []
        host.send(packet)
        return host.packets.first
    }

    private static func attributes(of model: String) throws -> [Row] {
        var host = try TestHost(
            #"{"format": 1, "phones": [{"name": "Ann", "model": "\#(model)"}]}"#)
        host.phone.connect()
        _ = ask(&host, "02 b900")
        var rows: [Row] = []
        var next: UInt16 = 1
        while true {
            let answer = hex(ask(&host, "04" + hexText(word(next)) + "ffff") ?? "")
            guard answer.first == 0x05, answer.count > 2 else { return rows }
            let length = answer[1] == 1 ? 4 : 18
            for start in stride(from: 2, to: answer.count, by: length) {
                let handle = UInt16(answer[start]) | UInt16(answer[start + 1]) << 8
                let type = hexText(answer[(start + 2)..<(start + length)])
                rows.append((handle, type, nil))
                next = handle + 1
            }
            for index in rows.indices where rows[index].value == nil {
                let reply = hex(ask(&host, "0a" + hexText(word(rows[index].handle))) ?? "")
                rows[index].value =
                    reply.first == 0x0B
                    ? hexText(reply.dropFirst()) : "refused \(hexText(reply.suffix(1)))"
            }
        }
    }

    /// The services by their first handles.
    private static func services(of model: String) throws -> [UInt16: String] {
        let services = try attributes(of: model).filter { $0.type == "00 28" }
        return Dictionary(uniqueKeysWithValues: services.map { ($0.handle, $0.value ?? "") })
    }

    private static func word(_ number: UInt16) -> [UInt8] {
        [UInt8(number & 0xFF), UInt8(number >> 8)]
    }
}
