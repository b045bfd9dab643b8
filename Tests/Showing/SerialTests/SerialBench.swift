import ANCS
import EventSupport
import Expecting
import Foundation
import Linux
import Notices
import Support
import Testing

@testable import Outlets
@testable import Serial

/// A format for tests: a letter and a number for each event.
struct Spoken: SerialFormat {
    var urgencies: [NoticeChange: SerialPacket.Urgency] = [.ringing: .ringing, .ended: .call]
    var beat = "H;"
    var padding = 0
    var slot: SerialPacket.Slot?
    private var line: [UInt8] = []

    init(beat: String = "H;", padding: Int = 0) {
        self.beat = beat
        self.padding = padding
    }

    mutating func begin(at time: WallTime) -> [SerialPacket] {
        [SerialPacket(bytes: Array("B;".utf8))]
    }

    mutating func packets(for event: BridgeEvent) -> [SerialPacket] {
        switch event {
        case .notice(let change, let notice, _):
            let text = "\(change.rawValue.prefix(2))\(notice.uid.rawValue)"
            let space = String(repeating: ".", count: padding)
            return [
                SerialPacket(
                    bytes: Array((text + space + ";").utf8),
                    urgency: urgencies[change] ?? .other, slot: slot)
            ]
        case .phone(let state, _, _): return [SerialPacket(bytes: Array("\(state);".utf8))]
        case .beacon(let news, _):
            return [SerialPacket(bytes: Array("\(news.change)\(news.subject.name);".utf8))]
        case .renamed, .radio, .source, .battery, .media, .listed: return []
        }
    }

    mutating func heartbeat(at time: WallTime) -> [UInt8] { Array(beat.utf8) }

    mutating func loss(of events: Int, at time: WallTime) -> [UInt8] {
        Array("L\(events);".utf8)
    }

    mutating func receive(_ bytes: ArraySlice<UInt8>, at time: WallTime) -> SerialReply {
        var reply = SerialReply()
        for byte in bytes {
            guard byte == 0x0A else {
                if line.count < 8 { line.append(byte) }
                continue
            }
            switch String(decoding: line, as: UTF8.self) {
            case "A": reply.acts.append(.answer)
            case "D": reply.acts.append(.decline)
            case "C": reply.acts.append(.clear)
            case "P": reply.media.append(.toggle)
            case "?": reply.packets.append(SerialPacket(bytes: Array("OK;".utf8)))
            default: reply.ignored += 1
            }
            line = []
        }
        return reply
    }

    mutating func end(at time: WallTime) -> [UInt8] { Array("E;".utf8) }
}

/// An outlet and the far side of its port, on a clock that leaps: it stands still while there is
/// nothing to wait for.
@LoopActor
final class SerialBench {
    let pace = Pace.leaping()
    let link: String
    private(set) var terminal: PseudoTerminal?
    private(set) var heard: [UInt8] = []
    private(set) var told: [String] = []
    /// What the device had done, and to which notice.
    private(set) var acts: [(act: NoticeAction, notice: NoticeID)] = []
    /// Commands for the player.
    private(set) var media: [MediaCommand] = []
    private(set) var isOver = false
    /// Whether the phone does at once what it is asked to.
    var phoneAnswers = true
    private var waiting: (@LoopActor (Bool) -> Void)?
    private var watch: EventLoop.WatchID?
    private var tick: TimerID?

    init() throws {
        link =
            FileManager.default.temporaryDirectory
            .appending(path: "callboard-port-\(UUID().uuidString)").path
    }

    isolated deinit {
        unplug()
    }

    var text: String { String(decoding: heard, as: UTF8.self) }

    func outlet(
        baud: Int = 115_200, flow: SerialSettings.Flow = .none,
        options: SerialOptions = SerialOptions(), format: Spoken = Spoken(),
        lineEnd: String = "", knowing knowledge: CurrentState? = nil
    ) -> SerialOutlet {
        let outlet = SerialOutlet(
            "serial sign", settings: SerialSettings(device: link, baud: baud, flow: flow),
            options: options, format: format, lineEnd: Array(lineEnd.utf8), pace: pace,
            tell: { [weak self] in self?.told.append($0) },
            actions: SerialActions(
                act: { [weak self] act, notice, done in
                    self?.acts.append((act, notice))
                    self?.ask(done)
                },
                control: { [weak self] command, done in
                    self?.media.append(command)
                    self?.ask(done)
                }))
        if let knowledge {
            outlet.join(knowledge.all(at: Events.at), at: Events.at)
        } else {
            outlet.open()
        }
        return outlet
    }

    /// Puts another port where the outlet looks for it.
    func plug() throws {
        unplug()
        let terminal = try PseudoTerminal()
        self.terminal = terminal
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: terminal.path)
    }

    func unplug() {
        stopReading()
        try? FileManager.default.removeItem(atPath: link)
        terminal = nil
    }

    /// Reads all that comes.
    func read() throws {
        guard let terminal else { return }
        watch = try EventLoop.shared.watch(terminal.number, for: .readable) { [weak self] news in
            guard let self else { return }
            heard += terminal.read()
            // As long as nobody has the port open, its far side is hung up.
            if news.contains(.hungUp) { stopReading() }
        }
    }

    /// Reads so many bytes a second by the bench's clock.
    func read(slowly rate: Int) {
        tick = pace.after(.seconds(1) * 10 / rate) { [weak self] in
            guard let self else { return }
            heard += terminal?.read(upTo: 10) ?? []
            read(slowly: rate)
        }
    }

    func stopReading() {
        if let watch { EventLoop.shared.unwatch(watch) }
        watch = nil
        if let tick { pace.cancel(tick) }
        tick = nil
    }

    /// Lets so much time pass on the bench's clock.
    func pass(_ time: Duration) async {
        await withCheckedContinuation { done in
            pace.after(time) { done.resume() }
        }
    }

    /// Does something so many times, the first time after a pause, and something else a pause later.
    func repeatedly(
        _ count: Int, every pause: Duration, from number: Int = 0,
        _ act: @escaping @LoopActor (Int) -> Void, then finish: @escaping @LoopActor () -> Void
    ) {
        pace.after(pause) { [weak self] in
            if number == count { return finish() }
            act(number)
            self?.repeatedly(count, every: pause, from: number + 1, act, then: finish)
        }
    }

    /// Has the device hold the outlet back until it sends the byte that lets it go on, 0x11.
    func holdBack() async {
        terminal?.write([0x13])
        expect(await eventually { self.terminal?.isHeldBack == true })
    }

    /// Whether nobody waits for time to pass: the clock would leap as soon as there is nothing else to do.
    func standsStill() async -> Bool {
        let time = pace.now
        for _ in 0..<3 { await turn() }
        return pace.now == time
    }

    private func ask(_ done: @escaping @LoopActor (Bool) -> Void) {
        if phoneAnswers { done(true) } else { waiting = done }
    }

    /// Has the phone answer what it was asked.
    func answer(_ isDone: Bool) {
        waiting?(isDone)
        waiting = nil
    }

    func finish(_ outlet: SerialOutlet, within limit: Duration?) {
        outlet.finish(within: limit) { [weak self] in self?.isOver = true }
    }

    /// An outlet that has begun to speak to somebody who listens.
    func begun(
        baud: Int = 115_200, flow: SerialSettings.Flow = .none,
        options: SerialOptions = SerialOptions(), format: Spoken = Spoken()
    ) async throws -> SerialOutlet {
        try plug()
        let outlet = outlet(baud: baud, flow: flow, options: options, format: format)
        expect(await eventually { outlet.status.written >= 2 })
        try read()
        expect(await eventually { self.text == "B;" })
        return outlet
    }

    nonisolated static func event(
        _ change: NoticeChange, _ number: UInt32,
        category: CategoryID = .social, call state: Call.State? = nil
    ) -> BridgeEvent {
        var call = state.map { Call(state: $0) }
        if change == .ringing { call = Call(state: .ringing) }
        if change == .ended { call = Call(state: .ended) }
        if change == .missed { call = Call(state: .missed) }
        return .notice(
            change,
            Notice(
                id: NoticeID(rawValue: UInt64(number)), phone: "Anna's iPhone",
                category: Category(category), flags: [.negativeAction],
                uid: NotificationUID(rawValue: number),
                received: Events.start, call: call),
            at: Events.at)
    }
}
