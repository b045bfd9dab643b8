import Expecting
import Notices
import Testing

@testable import Serial

/// What waits for a port: who overtakes whom, and who goes where there is too much.
struct SerialQueueTests {
    private static func entry(
        _ text: String, _ urgency: SerialPacket.Urgency = .other, event: UInt64? = nil,
        slot: SerialPacket.Slot? = nil, expiry: Duration = .seconds(60)
    ) -> SerialQueue.Entry {
        SerialQueue.Entry(
            packet: SerialPacket(bytes: Array(text.utf8), urgency: urgency, slot: slot),
            event: event, expiry: expiry)
    }

    private static func texts(_ queue: inout SerialQueue) -> [String] {
        queue.removeAll().map { String(decoding: $0.packet.bytes, as: UTF8.self) }
    }

    @Test func `the urgent overtakes, and equals keep their order`() {
        var queue = SerialQueue(limit: 100)
        for (text, urgency) in [
            ("a", .other), ("b", .call), ("c", .ringing), ("d", .other), ("e", .ringing),
            ("f", .call),
        ] as [(String, SerialPacket.Urgency)] {
            expect(queue.append(Self.entry(text, urgency)), is: 0)
        }
        expect(queue.byteCount, is: 6)
        expect(queue.nextUrgency, is: .ringing)
        expect(Self.texts(&queue), is: ["c", "e", "b", "f", "a", "d"])
        #expect(queue.isEmpty)
        expect(queue.nextUrgency, is: nil)
    }

    @Test func `the oldest of the least urgent goes first, the more urgent never`() {
        var queue = SerialQueue(limit: 6)
        _ = queue.append(Self.entry("r1", .ringing, event: 1))
        _ = queue.append(Self.entry("m2", event: 2))
        _ = queue.append(Self.entry("m3", event: 3))
        expect(queue.append(Self.entry("m4", event: 4)), is: 1)
        expect(queue.append(Self.entry("r5", .ringing, event: 5)), is: 1)
        expect(queue.append(Self.entry("r6", .ringing, event: 6)), is: 1)
        expect(queue.append(Self.entry("m7", event: 7)), is: 1, "it has no room itself")
        expect(queue.append(Self.entry("c8", .call, event: 8)), is: 1)
        expect(queue.append(Self.entry("r9", .ringing, event: 9)), is: 1)
        expect(Self.texts(&queue), is: ["r5", "r6", "r9"])
    }

    @Test func `what could never fit goes, and takes nothing else with it`() {
        var queue = SerialQueue(limit: 6)
        _ = queue.append(Self.entry("m1", event: 1))
        expect(queue.append(Self.entry("1234567", .ringing, event: 2)), is: 1)
        expect(Self.texts(&queue), is: ["m1"])
    }

    @Test func `an event of several packets is lost once, what is none's never`() {
        var queue = SerialQueue(limit: 4)
        for text in ["a1", "a2"] { _ = queue.append(Self.entry(text, event: 1)) }
        expect(queue.append(Self.entry("b1", event: 2)), is: 1)
        expect(queue.append(Self.entry("b2", event: 2)), is: 0)
        expect(queue.append(Self.entry("beat")), is: 1)
        expect(queue.append(Self.entry("beat")), is: 0)
        expect(queue.append(Self.entry("", event: 3)), is: 0)
        expect(Self.texts(&queue), is: ["beat"])
    }

    @Test func `a later packet of a slot takes the place of one that waits`() {
        var queue = SerialQueue(limit: 20)
        _ = queue.append(Self.entry("old", event: 1, slot: .row(1)))
        _ = queue.append(Self.entry("mail", event: 2))
        expect(queue.append(Self.entry("newer", event: 3, slot: .row(1))), is: 0)
        expect(queue.byteCount, is: 9)
        expect(Self.texts(&queue), is: ["newer", "mail"])

        _ = queue.append(Self.entry("quiet", event: 4, slot: .row(1)))
        _ = queue.append(Self.entry("mail", event: 5))
        _ = queue.append(Self.entry("rings", .ringing, event: 6, slot: .row(1)))
        expect(queue.byteCount, is: 9)
        expect(queue.append(Self.entry("ended", .call, event: 7, slot: .row(1))), is: 0)
        expect(queue.append(Self.entry("else", .call, event: 8, slot: .init("other"))), is: 0)
        expect(queue.nextUrgency, is: .ringing)
        expect(Self.texts(&queue), is: ["ended", "else", "mail"])
    }

    @Test func `a slot that changes for ever takes no more room`() {
        var queue = SerialQueue(limit: 20)
        _ = queue.append(Self.entry("mail", event: 1))
        for number in 0..<10_000 {
            let urgency: SerialPacket.Urgency = number % 2 == 0 ? .other : .ringing
            expect(queue.append(Self.entry("screen", urgency, slot: .row(1))), is: 0)
            if number % 3 == 0 { _ = queue.takeFirst() }
        }
        #expect(queue.byteCount <= 10)
    }

    @Test func `what is too old goes`() {
        var queue = SerialQueue(limit: 100)
        _ = queue.append(Self.entry("a", event: 1, expiry: .seconds(1)))
        _ = queue.append(Self.entry("b", event: 2, expiry: .seconds(3)))
        _ = queue.append(Self.entry("c", .call, event: 3, expiry: .seconds(2)))
        expect(queue.dropExpired(at: .seconds(2)), is: 2)
        expect(queue.dropExpired(at: .seconds(2)), is: 0)
        expect(Self.texts(&queue), is: ["b"])
    }
}
