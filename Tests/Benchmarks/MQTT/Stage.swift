import BenchSupport
import BrokerSupport
import ControlSupport
import Foundation
import Linux
import Mosquitto
import Notices
import ServingSupport

/// A real broker, the real program, and both ends of what happens: a bridge of which there is only the control socket, and somebody
/// who hears all that the broker is told.
@LoopActor
final class Stage {
    /// Something that never came.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let broker: RealBroker
    let bridge: BridgeStandIn
    let program: RealAddOn
    let phones: [PhoneName]
    /// How long it took until all that holds was at the broker.
    private(set) var setUp: Duration = .zero
    private let watcher: Watcher
    private var waiting: [String: Duration] = [:]
    /// How long the news of a notice took that were waited for, in the order in which they came.
    private(set) var delays: [Duration] = []
    /// Messages that were heard.
    private(set) var messages = 0
    /// The event that was heard last.
    private(set) var lastEvent: [UInt8] = []
    private var number: UInt64 = 0

    /// Sets all of it up, and waits until the program has told all that holds.
    init(phones count: Int, detail: String = "counts") async throws {
        var manner = RealBroker.Manner()
        // Otherwise it leaves out what somebody hears too slowly, and says nothing.
        manner.lines = ["max_queued_messages 0"]
        broker = try RealBroker(manner)
        phones = (0..<count).map { number in
            let digits = String(0x5a0_0000 + number, radix: 16)
            return PhoneName("Mara's iPhone \(number)", id: PhoneID("0" + digits))
        }
        bridge = try BridgeStandIn()
        bridge.held = phones.map { SampleNews.ready($0) }
        bridge.paired = phones.compactMap { phone in
            phone.id.map { (name: phone.name, id: "\($0)") }
        }
        let watcher = Watcher(port: broker.port)
        self.watcher = watcher
        try await Self.wait("the broker") { watcher.isOpen }
        let begun = EventLoop.now
        program = try RealAddOn(
            ["host = 127.0.0.1:\(broker.port)", "bridge = hall", "detail = \(detail)"],
            bridge: bridge.path)
        var told: Set<String> = []
        watcher.hear = { message in
            if message.topic.hasSuffix("/can") { told.insert(message.topic) }
        }
        let errors = { [program] in program.errors }
        try await Self.wait("all that holds", errors) { told.count == count }
        setUp = EventLoop.now - begun
        // Half of the time is for what the broker had kept of an earlier run, and half for the report to the bridge.
        await Self.pause(.seconds(5))
        watcher.hear = { [weak self] in self?.take($0) }
    }

    /// What the program has cost so far.
    var figures: ProcessFigures {
        get throws {
            guard let figures = ProcessFigures(of: program.process) else {
                throw Failure(description: "the program is gone: \(program.errors)")
            }
            return figures
        }
    }

    /// What the broker has cost so far.
    var brokerFigures: ProcessFigures {
        get throws {
            guard let figures = broker.process.flatMap({ ProcessFigures(of: $0) }) else {
                throw Failure(description: "the broker is gone: \(broker.log)")
            }
            return figures
        }
    }

    /// How many notices are on their way.
    var onTheirWay: Int { waiting.count }

    /// Tells of a further notice, of one phone after the other.
    func tellNotice() {
        number += 1
        let phone = phones[Int(number) % phones.count]
        waiting["\(NoticeID(rawValue: number))"] = EventLoop.now
        bridge.publish(SampleNews.notice(number, on: phone))
    }

    /// Forgets what was heard so far.
    func forget() {
        watcher.forget()
        (delays, messages) = ([], 0)
    }

    /// Has somebody else hear of each message instead.
    func hear(_ take: @escaping @LoopActor (BrokerMessage) -> Void) {
        watcher.hear = take
    }

    /// Hears of notices again.
    func hearNotices() {
        watcher.hear = { [weak self] in self?.take($0) }
    }

    private func take(_ message: BrokerMessage) {
        messages += 1
        guard message.topic.hasSuffix("/event"), let id = message.notice,
            let start = waiting.removeValue(forKey: id)
        else { return }
        delays.append(EventLoop.now - start)
        lastEvent = message.payload
    }

    /// Lets the loop go on with other things for some time.
    static func pause(_ time: Duration) async {
        await withCheckedContinuation { continuation in
            EventLoop.shared.after(time) { continuation.resume() }
        }
    }

    /// Waits until something holds, and fails where it never does.
    static func wait(
        _ what: String, _ errors: () -> String = { "" }, until holds: @LoopActor () -> Bool
    ) async throws {
        let deadline = EventLoop.now + .seconds(60)
        while !holds() {
            guard EventLoop.now < deadline else {
                throw Failure(description: "waited in vain for \(what). \(errors())")
            }
            await pause(.milliseconds(1))
        }
    }
}

extension BrokerMessage {
    /// The name of the notice that it is about.
    var notice: String? {
        String(decoding: payload, as: UTF8.self).split(separator: #""id":""#, maxSplits: 1)
            .dropFirst().first.map { String($0.prefix { $0 != "\"" }) }
    }
}
