import ANCS
import EventSupport
import Expecting
import Linux
import Notices
import Testing

@testable import Outlets
@testable import Serial

/// Under a handle a sketch knows one notice, however late it hears of it.
struct HM10HandleTests {
    private static let greeting = "OK+ANCSNOK+ANCSCOK+ANCSD"

    private func mail(_ change: NoticeChange, _ id: UInt64) -> BridgeEvent {
        .notice(change, otherNotice(id, Category(.email)), at: Events.at)
    }

    private func call(_ change: NoticeChange, _ id: UInt64) -> BridgeEvent {
        let states: [NoticeChange: Call.State] = [.ended: .ended, .missed: .missed]
        let call = Call(state: states[change] ?? .ringing)
        return .notice(change, otherNotice(id, Category(.incomingCall), call: call), at: Events.at)
    }

    /// The four characters for a notice in the last word about it.
    private func handle(_ packets: [SerialPacket]) -> String {
        String(decoding: packets.last?.bytes.suffix(4) ?? [], as: UTF8.self)
    }

    @Test func `a call that rings meets no word about another notice, however much waits`() throws {
        var events: [BridgeEvent] = []
        for number in UInt64(1)...200 {
            events += [mail(.added, number), mail(.removed, number)]
            if number % 7 == 0 {
                events += [call(.ringing, 1000 + number), call(.missed, 1000 + number)]
            }
            if number % 50 == 0 { events.append(call(.ringing, 2000 + number)) }
        }
        let items = try #require(HM10Reader.items(in: lateWire(.hm10, events)))
        var live: [String: Character] = [:]
        for case .notification(let notification) in items {
            let known = live[notification.uid]
            if notification.event == "2" {
                live[notification.uid] = nil
                // A ring that was over before it was said may be said to have gone.
                let isUnsaid = known == nil && notification.category == "1"
                #expect(known == notification.category || isUnsaid)
            } else {
                expect(known, is: nil)
                live[notification.uid] = notification.category
            }
        }
        expect(live.values.count { $0 == "1" }, is: 4)
        #expect(live.values.count { $0 == "2" } == 28 && live.count == 32)
    }

    @Test func `a handle is given again when all others have been since`() {
        var format = SerialFormatName.hm10.make(SerialStyle())
        var given: [String] = []
        for number in UInt64(1)...330 {
            given.append(handle(format.packets(for: mail(.added, number))))
            _ = format.packets(for: mail(.removed, number))
        }
        expect(Set(given).count, is: 110)
        #expect(given[110...].elementsEqual(given[..<220]))
        // Small ones are first, since some sketches need them.
        #expect(given.prefix(15).allSatisfy { $0 < "0032" })
        var calls: [String] = []
        for number in UInt64(1)...36 {
            calls.append(handle(format.packets(for: call(.ringing, 1000 + number))))
            _ = format.packets(for: call(.ended, 1000 + number))
        }
        #expect(Set(calls).count == 12 && calls.allSatisfy { $0 < "0032" })
        #expect(calls[12...].elementsEqual(calls[..<24]) && Set(calls).isDisjoint(with: given))
    }

    @Test func `where every notice has one, a handle that was taken away rests`() {
        var format = SerialFormatName.hm10.make(SerialStyle())
        var gone: [String] = []
        for number in UInt64(1)...300 {
            let packets = format.packets(for: mail(.added, number))
            #expect(packets.allSatisfy { $0.urgency == .other || $0.slot != nil })
            let said = packets.map { String(decoding: $0.bytes, as: UTF8.self) }
            gone += said.filter { $0.hasPrefix("OK+ANCS82") }.map { String($0.suffix(4)) }
            #expect(!gone.suffix(32).contains(handle(packets)))
        }
        expect(gone.count, is: 300 - HM10Handles.limit)
    }

    @Test func `a ring takes no other notice's handle, and no ring waits`() {
        var format = SerialFormatName.hm10.make(SerialStyle())
        for number in UInt64(1)...200 { _ = format.packets(for: mail(.added, number)) }
        var gone: [String] = []
        for number in UInt64(1)...40 {
            let packets = format.packets(for: call(.ringing, 1000 + number))
            expect(packets.count, is: (number <= 8 ? 1 : 2))
            #expect(packets.allSatisfy { $0.urgency == .ringing })
            let said = packets.map { String(decoding: $0.bytes, as: UTF8.self) }
            #expect(said.dropLast().allSatisfy { $0.hasPrefix("OK+ANCS821") })
            gone += said.dropLast().map { String($0.suffix(4)) }
            #expect(!gone.suffix(4).contains(handle(packets)))
        }
        // What became of a call that lost its handle is nothing any more.
        #expect(format.packets(for: call(.ended, 1001)).isEmpty)
        expect(format.packets(for: call(.ended, 1040)).count, is: 1)
    }

    @Test func `a missed call has a handle like mail, and waits its turn`() {
        var format = SerialFormatName.hm10.make(SerialStyle())
        _ = format.packets(for: call(.ringing, 1))
        let missed = format.packets(for: call(.missed, 1))
        expect(missed.map(\.urgency), is: [.ringing, .other])
        expect(format.packets(for: call(.removed, 1)).map(\.urgency), is: [.other])
        let said = missed.map { String(decoding: $0.bytes, as: UTF8.self) }
        expect(said, is: ["OK+ANCS821000001", "OK+ANCS802010015"])
    }

    @Test func `the greeting is said though the ring that it came with is not`() {
        let late = lateWire(.hm10, [call(.ringing, 1), call(.ended, 1), mail(.added, 2)])
        let words = String(decoding: late, as: UTF8.self)
        expect(words, is: Self.greeting + "OK+ANCS821000001" + "OK+ANCS806010015")
    }

    @Test func `no ring comes before the greeting`() {
        let rung = lateWire(.hm10, [Events.ready, mail(.added, 2), call(.ringing, 1)])
        let words = String(decoding: rung, as: UTF8.self)
        expect(words, is: Self.greeting + "OK+ANCS801010001" + "OK+ANCS806010015")
    }
}
