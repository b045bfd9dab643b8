import ANCS
import Expecting
import Features
import LinkSupport
import Linux
import Radio
import Support
import Testing

@testable import Captures

/// Services beside notifications in captures of any host's conversations.
struct FurtherServiceTests {
    /// A packet, and whether the phone sent it.
    private typealias Packet = (bytes: [UInt8], isPhones: Bool)

    private static let notifications = CaptureBuilder.little128(Characteristic.serviceUUID)
    private static let level = BatteryFeature.level

    /// What a phone lists: notifications at 0x0020, the battery at 0x0060.
    private static let list: [Packet] = [
        ([0x10, 1, 0, 0xFF, 0xFF, 0x00, 0x28], false),
        ([0x11, 6, 0x60, 0, 0x63, 0, 0x0F, 0x18], true),
        ([0x10, 0x64, 0, 0xFF, 0xFF, 0x00, 0x28], false),
        ([0x11, 20, 0x20, 0, 0x2F, 0] + notifications, true),
        ([0x08, 0x60, 0, 0x63, 0, 0x03, 0x28], false),
        ([0x09, 7, 0x61, 0, 0x12, 0x62, 0, 0x19, 0x2A], true),
        ([0x04, 0x63, 0, 0x63, 0], false), ([0x05, 1, 0x63, 0, 0x02, 0x29], true),
    ]
    private static let talk: [Packet] = [
        ([0x0A, 0x62, 0], false), ([0x0B, 77], true), ([0x12, 0x63, 0, 1, 0], false),
        ([0x13], true), ([0x1B, 0x62, 0, 76], true), ([0x52, 0x62, 0, 9], false),
        ([0x12, 0x62, 0, 8], false), ([0x01, 0x12, 0x62, 0, 3], true), ([0x0A, 0x62, 0], false),
        ([0x01, 0x0A, 0x62, 0, 0x0E], true), ([0x12, 0x63, 0, 0, 0], false), ([0x13], true),
    ]
    private static let told: [Happening] = [
        .asks(.read(level)), .tells(.read(level, .success([77]))), .asks(.subscribe(level)),
        .tells(.subscribed(level)), .tells(.value(level, [76])), .asks(.write([9], level)),
        .asks(.write([8], level)), .tells(.written(level, .writeNotPermitted)),
        .asks(.read(level)), .tells(.read(level, .failure(.unlikelyError))),
        .asks(.unsubscribe(level)), .tells(.unsubscribed(level)),
    ]

    private static func happenings(
        _ packets: [Packet], knowing map: ServiceMap = ServiceMap()
    ) -> (all: [Happening], map: ServiceMap) {
        var traffic = AttributeTraffic(knowing: map)
        var all: [Happening] = []
        for packet in packets {
            all += traffic.receive(packet.bytes, at: .zero).map(\.happening)
        }
        return (all + traffic.finish().map(\.happening), traffic.map)
    }

    /// A capture of a phone with both services: two links, the second without a list.
    private static func capture(pieces: Int = 27) -> [UInt8] {
        var builder = CaptureBuilder(.monitor)
        func add(_ packets: [Packet], _ handle: UInt16) {
            for packet in packets {
                builder.attribute(
                    packet.bytes, on: handle, isReceived: packet.isPhones, pieces: pieces)
            }
        }
        for handle in 0x40...0x41 as ClosedRange<UInt16> {
            builder.linked(handle, peer: 7)
            if handle == 0x40 {
                add(list, handle)
                builder.discovery(on: handle)
            }
            builder.message(3, "Zoë", on: handle, pieces: pieces)
            add(talk, handle)
            builder.unlinked(handle)
        }
        return builder.bytes
    }

    @Test func `what passes is told with its service and characteristic`() {
        let found = Self.happenings(Self.list + Self.talk)
        expect(found.all, is: Self.told)
        expect(Self.happenings(Self.talk).all, is: [], "without a list nobody knows what it is")
        expect(
            Self.happenings(Self.talk, knowing: found.map).all, is: Self.told,
            "what was found on one link holds on the next")
    }

    @Test func `a service that was looked for alone is known, too`() {
        let alone: [Packet] = [
            ([0x06, 1, 0, 0xFF, 0xFF, 0x00, 0x28, 0x0F, 0x18], false),
            ([0x07, 0x60, 0, 0x63, 0], true),
        ]
        expect(Self.happenings(alone + Self.list[4...] + Self.talk).all, is: Self.told)
    }

    @Test func `no value of another service is taken for an announcement`() {
        let announcement: [UInt8] = [0, 0x10, 4, 1, 3, 0, 0, 0]
        let values = (0..<5).map { _ in Packet([0x1B, 0x62, 0] + announcement, true) }
        let request: [UInt8] = [0, 3, 0, 0, 0, 0, 1, 0, 1]
        let asked = [Packet([0x12, 0x62, 0] + request, false), ([0x13], true)]
        let known = Self.happenings(Self.list + values + asked)
        #expect(known.all.allSatisfy { $0.service == BatteryFeature.service })
        expect(known.map[.notificationSource], is: nil)
        expect(known.map[.controlPoint], is: nil)
        // A characteristic of the service that its list does not tell.
        let near = (0..<5).map { _ in Packet([0x1B, 0x61, 0] + announcement, true) }
        expect(Self.happenings(Self.list + near).all, is: [])
        // Where nothing is listed, its values speak for themselves.
        expect(Self.happenings(values).all.count, is: 5)
    }

    @Test func `a service that comes to another's place is told as what it is now`() {
        let heartRate = CharacteristicID(
            BatteryFeature.level.uuid + (0x2A37 - 0x2A19) << 96,
            of: ServiceID(BatteryFeature.service.uuid - 2 << 96))
        let moved: [Packet] = [
            ([0x10, 1, 0, 0xFF, 0xFF, 0x00, 0x28], false),
            ([0x11, 6, 0x60, 0, 0x6F, 0, 0x0D, 0x18], true),
            ([0x1B, 0x62, 0, 76], true), ([0x08, 0x60, 0, 0x6F, 0, 0x03, 0x28], false),
            ([0x09, 7, 0x61, 0, 0x12, 0x62, 0, 0x37, 0x2A], true), ([0x1B, 0x62, 0, 76], true),
        ]
        expect(
            Self.happenings(Self.list + moved).all, is: [.tells(.value(heartRate, [76]))],
            "nothing is told between, when nobody knows what it is")
    }

    @Test func `a crowd of services is known as far as there is room, and notifications always`() {
        var packets: [Packet] = []
        for number in 0..<UInt16(400) {
            let first = 0x1000 + 4 * number
            let ends =
                CaptureBuilder.little(UInt64(first), 2)
                + CaptureBuilder.little(UInt64(first + 3), 2)
            let value = CaptureBuilder.little(UInt64(first + 2), 2)
            packets += [
                ([0x10, 1, 0, 0xFF, 0xFF, 0x00, 0x28], false),
                ([0x11, 6] + ends + CaptureBuilder.little(UInt64(0x1900 + number), 2), true),
                ([0x08] + ends + [0x03, 0x28], false),
                ([0x09, 7] + [0, 0] + [0x12] + value + [0x19, 0x2A], true),
                ([0x1B] + value + [1], true),
            ]
        }
        var builder: [Packet] = packets + Self.list
        let source = CaptureBuilder.little128(Characteristic.notificationSource.uuid)
        builder += [
            ([0x08, 0x20, 0, 0x2F, 0, 0x03, 0x28], false),
            ([0x09, 21, 0x21, 0, 0x10, 0x22, 0] + source, true),
        ]
        let found = Self.happenings(builder)
        expect(found.all.count, is: ServiceMap.serviceLimit)
        expect(found.map[.notificationSource], is: 0x22)
    }

    @Test func `a phone's further services reach a feature, another device's do not`() {
        let used = Story(Self.capture(), further: FurtherFeatures([.battery]))
        expect(used.summary.phones.map(\.facts), is: [["battery 76 %"]])
        expect(used.summary.passedOver.otherServices, is: 0)
        #expect(used.lines.contains("added Phone 1: Zoë 19"))
        let unused = Story(Self.capture(), further: FurtherFeatures([]))
        expect(unused.lines, is: used.lines)
        expect(unused.summary.passedOver.otherServices, is: 2 * Self.told.count)
        var mouse = CaptureBuilder(.monitor)
        mouse.linked(0x40, peer: 9)
        for packet in Self.list[..<2] + Self.list[4...] + Self.talk {
            mouse.attribute(packet.bytes, on: 0x40, isReceived: packet.isPhones)
        }
        let other = Story(mouse.bytes, further: FurtherFeatures([.battery]))
        expect(other.lines, is: [])
        expect(other.summary.phones, is: [])
    }

    @Test func `a capture of further services may end and be split anywhere`() {
        let bytes = Self.capture()
        for length in 30..<bytes.count {
            let story = Story(Array(bytes[..<length]), further: FurtherFeatures([.battery]))
            expect(story.problem, is: nil, "cut at \(length)")
            let facts = story.summary.phones.first?.facts ?? []
            #expect([[], ["battery 77 %"], ["battery 76 %"]].contains(facts), "cut at \(length)")
        }
        for size in 1...30 {
            let story = Story(
                Self.capture(pieces: size), portion: size, further: FurtherFeatures([.battery]))
            expect(story.summary.phones.map(\.facts), is: [["battery 76 %"]], "pieces of \(size)")
        }
    }
}
