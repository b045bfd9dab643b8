import Expecting
import Testing

@testable import MQTT

/// What waits for a broker, and for how long.
struct OutboxTests {
    private static func news(_ name: String) -> HomeMessage {
        HomeMessage("event", name, .news, expiry: 600)
    }

    private static let ring = HomeMessage("call", "ring", .moment)

    private static func box(_ limit: Int = 3) -> Outbox {
        Outbox(limit: limit, age: .seconds(600))
    }

    private static func all(_ box: inout Outbox, at now: Duration = .zero) -> [String] {
        var words: [String] = []
        while let message = box.next(at: now) {
            words.append(String(decoding: message.payload, as: UTF8.self))
        }
        return words
    }

    @Test func `of what holds only the newest of each topic is told, in the order of the topics`() {
        var box = Self.box()
        for (topic, word) in [("a", "1"), ("b", "2"), ("a", "3")] {
            box.add(HomeMessage(topic, word, .held), at: .zero, isOpen: true)
        }
        expect(Self.all(&box), is: ["3", "2"])
        expect(Self.all(&box), is: [])
    }

    @Test func `while the broker is away events wait, the newest of them, and nothing else does`() {
        var box = Self.box()
        for number in 1...5 { box.add(Self.news("\(number)"), at: .zero, isOpen: false) }
        box.add(Self.ring, at: .zero, isOpen: false)
        box.add(HomeMessage("a", "1", .held), at: .zero, isOpen: false)
        expect(box.waiting, is: 3)
        expect(box.lost, is: 3, "two events and the ring")
        expect(Self.all(&box), is: ["3", "4", "5"])
    }

    @Test func `while the broker takes nothing more than a bounded number waits, too`() {
        var box = Self.box()
        for number in 0..<(Outbox.slowLimit + 5) {
            box.add(Self.news("\(number)"), at: .zero, isOpen: true)
        }
        expect(box.waiting, is: Outbox.slowLimit)
        expect(box.lost, is: 5)
        expect(Self.all(&box).first, is: "5", "the oldest are left out")
    }

    @Test func `an event that has waited has less time left, and too old a one has none`() {
        var box = Self.box()
        box.add(Self.news("old"), at: .zero, isOpen: false)
        box.add(Self.news("young"), at: .seconds(500), isOpen: false)
        let first = box.next(at: .seconds(601))
        expect(first?.payload, is: Array("young".utf8))
        expect(first?.expiry, is: 499)
        expect(box.lost, is: 1)
    }

    @Test func `a ring that waits behind others is told within moments or not at all`() {
        var box = Self.box()
        box.add(Self.ring, at: .zero, isOpen: true)
        expect(Self.all(&box, at: .seconds(6)), is: [])
        expect(box.lost, is: 1)
    }

    @Test func `no more is on its way than the library takes`() throws {
        var box = Self.box(1000)
        for number in 0..<50 { box.add(Self.news("\(number)"), at: .zero, isOpen: true) }
        for number in 0..<20 {
            let next = box.next(at: .zero)
            let message = try #require(next)
            box.isSent(message, as: number, at: .zero)
        }
        #expect(box.next(at: .zero) == nil)
        _ = box.isAcknowledged(3, isRefused: false)
        #expect(box.next(at: .zero) != nil)
    }

    @Test func `what the broker has not acknowledged is told again, events alone`() {
        var box = Self.box()
        box.add(Self.news("1"), at: .zero, isOpen: true)
        box.add(HomeMessage("a", "h", .held), at: .zero, isOpen: true)
        box.add(Self.ring, at: .zero, isOpen: true)
        var number = 0
        while let message = box.next(at: .zero) {
            box.isSent(message, as: number, at: .zero)
            number += 1
        }
        box.close()
        expect(Self.all(&box), is: ["1"], "what holds is told anew, and a ring is old")
        expect(box.lost, is: 1)
    }

    @Test func `what the broker refuses is counted, with its topic`() throws {
        var box = Self.box()
        box.add(Self.news("1"), at: .zero, isOpen: true)
        let next = box.next(at: .zero)
        box.isSent(try #require(next), as: 1, at: .zero)
        expect(box.isAcknowledged(1, isRefused: true), is: "event")
        expect(box.isAcknowledged(1, isRefused: true), is: nil, "once")
        expect(box.lost, is: 1)
        #expect(box.isEmpty)
    }
}
