import Expecting
import Testing

@testable import Mosquitto

/// What of a broker's bytes the library is given.
struct PacketReaderTests {
    private static let answer: [UInt8] = [0x20, 3, 0, 0, 0]

    /// Packets that a broker sends in version 5, each with everything that it may have.
    static let packets: [(kind: PacketKind, bytes: [UInt8])] = [
        // Session flag, reason, and how many messages may be on their way (33).
        (.connack, [0x20, 6, 0, 0, 3, 33, 0, 20]),
        // A user's own property (38) and the alias of a topic (35).
        (.publish, [0x32, 17, 0, 1, 0x61, 0, 7, 10, 38, 0, 1, 0x6B, 0, 1, 0x76, 35, 0, 1, 0x68]),
        (.puback, [0x40, 8, 0, 1, 0, 4, 31, 0, 1, 0x78]),
        (.puback, [0x40, 3, 0, 1, 0x87]),
        (.puback, [0x40, 2, 0, 1]),
        (.pubrec, [0x50, 4, 0, 1, 0, 0]),
        (.pubrel, [0x62, 4, 0, 1, 0, 0]),
        (.pubcomp, [0x70, 4, 0, 1, 0, 0]),
        (.suback, [0x90, 5, 0, 1, 0, 1, 0x87]),
        (.unsuback, [0xB0, 4, 0, 1, 0, 0]),
        (.pingresp, [0xD0, 0]),
        (.disconnect, [0xE0, 7, 0x8E, 5, 17, 0, 0, 0, 1]),
        (.disconnect, [0xE0, 0]),
    ]

    private static func read(
        _ bytes: [UInt8], _ version: BrokerEndpoint.Version = .five, limit: Int = 1 << 18
    ) -> (passed: [UInt8], problem: PacketProblem?) {
        var reader = PacketReader(version, limit: limit)
        let passed = reader.take(bytes)
        return (passed, reader.problem)
    }

    /// Bytes behind an answer to the first packet, which is one itself where it is of that kind.
    private static func behindAnswer(_ kind: PacketKind, _ bytes: [UInt8]) -> [UInt8] {
        kind == .connack ? bytes : answer + bytes
    }

    @Test func `what a broker sends passes, wherever it is split`() {
        for (kind, bytes) in Self.packets {
            let input = Self.behindAnswer(kind, bytes)
            for place in 0...input.count {
                var reader = PacketReader(.five, limit: 1 << 18)
                let passed =
                    reader.take(Array(input[..<place])) + reader.take(Array(input[place...]))
                expect(passed, is: input, "\(kind) split at \(place)")
                expect(reader.problem, is: nil, "\(kind) split at \(place)")
            }
            var reader = PacketReader(.five, limit: 1 << 18)
            expect(input.flatMap { reader.take([$0]) }, is: input, "\(kind) byte by byte")
        }
    }

    @Test func `a packet that has not come whole does not pass, whatever follows`() {
        for (kind, bytes) in Self.packets {
            for length in 1..<bytes.count {
                let cut = Self.behindAnswer(kind, Array(bytes[..<length]))
                expect(
                    Self.read(cut).passed, is: kind == .connack ? [] : Self.answer,
                    "\(kind) of \(length) bytes")
            }
        }
    }

    @Test func `a packet that says it is shorter than its fields never passes`() {
        for (kind, bytes) in Self.packets where bytes[1] > 0 {
            for length in 0..<bytes[1] {
                var cut = Array(bytes[..<(Int(length) + 2)])
                cut[1] = length
                let (passed, problem) = Self.read(Self.behindAnswer(kind, cut))
                // Some are whole without what they may have further, and the payload of a message may be of any length.
                if problem == nil {
                    #expect(kind != .connack, "\(kind) of \(length)")
                    expect(passed, is: Self.behindAnswer(kind, cut), "\(kind) of \(length)")
                } else {
                    expect(problem, is: .cutShort(kind), "\(kind) of \(length)")
                }
            }
        }
    }

    /// A packet of each kind that may have properties, with one property.
    static func packet(_ kind: PacketKind, _ property: [UInt8]) -> [UInt8] {
        let all = [UInt8(property.count)] + property
        let body: [UInt8] =
            switch kind {
            case .connack: [0, 0] + all
            case .publish: [0, 1, 0x61] + all
            case .suback, .unsuback: [0, 1] + all + [0]
            case .disconnect: [0] + all
            default: [0, 1, 0] + all
            }
        let flags: UInt8 = kind == .pubrel ? 2 : 0
        return [kind.rawValue << 4 | flags, UInt8(body.count)] + body
    }

    static let kindsWithProperties: [PacketKind] = [
        .connack, .publish, .puback, .pubrec, .pubrel, .pubcomp, .suback, .unsuback, .disconnect,
    ]

    @Test(arguments: kindsWithProperties)
    func `no unknown property reaches the library`(_ kind: PacketKind) {
        let known: Set<UInt32> = [
            1, 2, 3, 8, 9, 11, 17, 18, 19, 21, 22, 23, 24, 25, 26, 28, 31, 33, 34, 35, 36, 37, 38,
            39,
            40, 41, 42,
        ]
        for number in UInt32(0)...127 where !known.contains(number) {
            let bytes = Self.behindAnswer(kind, Self.packet(kind, [UInt8(number), 0, 0, 0, 0]))
            let (passed, problem) = Self.read(bytes)
            expect(problem, is: .unknownProperty(number, kind))
            expect(passed, is: kind == .connack ? [] : Self.answer)
        }
        // A number of two bytes, one that is longer than it needs to be, and one that has no end.
        for (number, bytes) in [(200, [0xC8, 0x01]), (127, [0xFF, 0x00])] as [(UInt32, [UInt8])] {
            let (_, problem) = Self.read(
                Self.behindAnswer(kind, Self.packet(kind, bytes + [0, 0])))
            expect(problem, is: .unknownProperty(number, kind))
        }
        let endless = Self.packet(kind, [0xFF, 0xFF, 0xFF, 0xFF, 0])
        expect(Self.read(Self.behindAnswer(kind, endless)).problem, is: .endlessLength)
    }

    @Test(
        arguments: [
            ([0x48, 0x54, 0x54, 0x50], .notMQTT, "a web server"),
            ([0x30, 2, 0, 0], .notMQTT, "a message before the answer"),
            (answer + answer, .unexpected(.connack), "a second answer"),
            (answer + [0x10, 0], .unexpected(.connect), "what clients send"),
            (answer + [0x82, 0], .unexpected(.subscribe), "what clients send"),
            (answer + [0xF0, 0], .unexpected(.auth), "nobody has asked for that"),
            (answer + [0x00, 0], .unexpected(.reserved), "no packet at all"),
            (answer + [0x30, 0xFF, 0xFF, 0xFF, 0xFF], .endlessLength, "five bytes of length"),
            (
                answer + [0x30, 0xFF, 0xFF, 0xFF, 0x7F],
                .tooLong(.publish, bytes: 268_435_460), "no memory is taken for it"
            ),
            (answer + [0x36, 5, 0, 1, 0x61, 0, 1], .flags(.publish), "both qualities"),
            (answer + [0x60, 2, 0, 1], .flags(.pubrel), "flags that it must have"),
            (answer + [0xD1, 0], .flags(.pingresp), "flags that it must not have"),
            (answer + [0xD0, 1, 0], .leftover(.pingresp), "something behind the end"),
            ([0x20, 6, 0, 0, 3, 35, 0, 1], .misplacedProperty(35, .connack), "a message's"),
            ([0x20, 4, 0, 0, 1, 1], .misplacedProperty(1, .connack), "a message's"),
            ([0x20, 4, 0, 0, 9, 1], .cutShort(.connack), "properties beyond the end"),
        ] as [([UInt8], PacketProblem, String)])
    func `what no broker sends is named, and does not pass`(
        _ bytes: [UInt8], _ problem: PacketProblem, _ why: String
    ) {
        let read = Self.read(bytes)
        expect(read.problem, is: problem, "\(why)")
        #expect(read.passed.isEmpty || read.passed == Self.answer, "\(why)")
    }

    @Test func `an older broker says so in its own form`() {
        expect(Self.read([0x20, 2, 0, 1]).passed, is: [0x20, 2, 0, 1])
        expect(Self.read([0x20, 2, 0, 0]).problem, is: .cutShort(.connack))
    }

    @Test func `version 3 has no properties, and no limit for a message`() {
        let answer: [UInt8] = [0x20, 2, 0, 0]
        let long = [UInt8](repeating: 0x78, count: 300)
        let message: [UInt8] = [0x30, 0xAF, 0x02, 0, 1, 0x61] + long
        let (passed, problem) = Self.read(
            answer + message + [0x90, 3, 0, 1, 0], .three, limit: 100)
        expect(problem, is: nil)
        expect(passed, is: answer + message + [0x90, 3, 0, 1, 0])
        expect(
            Self.read(Self.answer, .three).problem, is: .leftover(.connack),
            "properties of version 5")
        expect(Self.read(answer + [0xE0, 0], .three).problem, is: .unexpected(.disconnect))
        expect(Self.read(answer + [0x36, 5, 0, 1], .three).problem, is: .flags(.publish))
    }
}
