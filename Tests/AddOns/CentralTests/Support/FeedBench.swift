import ANCS
import BridgeServiceSupport
import Foundation
import History
import JSON
import Linux
import Notices
import PostgreSQL
import Support
import Waiting

@testable import Central

/// A centre with a bridge of two sites each, and whatever reads their feed.
@LoopActor
final class FeedBench {
    let central: TestCentral
    let halls: [ServedBridge]
    private(set) var benches: [PushBench] = []

    init(isAlone: Bool = false) async throws {
        central = try await TestCentral(isAlone: isAlone)
        halls = [try ServedBridge(), try ServedBridge()]
        try await central.run(
            "INSERT INTO callboard.access VALUES ('berlin', 'paris') ON CONFLICT DO NOTHING")
        for (site, hall) in zip(["berlin", "paris"], halls) {
            benches.append(try PushBench(hall.socket, central.plan(), site: site, name: "hall"))
        }
        let bridges = "SELECT count(*) FROM callboard.bridges WHERE is_connected"
        let areThere = try await answersEventually({ try await central.number(bridges) == 2 })
        guard areThere else { throw CocoaError(.fileReadUnknown) }
    }

    /// Waits until the centre has so many notices.
    func wait(for count: Int64) async throws {
        let isThere = try await answersEventually({
            try await central.number("SELECT count(*) FROM callboard.notice") == count
        })
        guard isThere else { throw CocoaError(.fileReadUnknown) }
    }

    /// Something becomes of a call.
    func ring(_ number: Int, _ state: Call.State, at hall: Int, by caller: String? = nil) throws {
        try halls[hall].write([Self.call(number, state, by: caller)])
    }

    private static func call(
        _ number: Int, _ state: Call.State, by caller: String?
    ) -> HistoryEvent {
        var notice = SampleNotices.notice(number, at: .now)
        if let caller { notice.title = Text(caller) }
        notice.id = NoticeID(
            rawValue: UInt64(WallTime.now.midnight.milliseconds) << 20 | UInt64(number))
        notice.category = Category(state == .missed ? .missedCall : .incomingCall)
        notice.call = Call(state: state)
        return SampleNotices.event(state == .missed ? .missed : .ringing, notice)
    }

    /// Ends the bridges.
    func end() async {
        for bench in benches { await bench.stop() }
    }
}

/// The lines of a feed, as they come from a descriptor or a program.
@LoopActor
final class FeedLines {
    private(set) var values: [JSONValue] = []
    /// Lines that are no objects.
    private(set) var mistakes = 0
    private var rest: [UInt8] = []

    func take(_ bytes: [UInt8]) {
        rest += bytes
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            if let value = try? JSONValue(parsing: Array(rest[..<end])) {
                values.append(value)
            } else {
                mistakes += 1
            }
            rest.removeFirst(end + 1)
        }
    }

    /// Reads what is there.
    func read(_ descriptor: Int32) {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe Foundation.read(descriptor, &bytes, bytes.count)
            guard count > 0 else { return }
            take(Array(bytes.prefix(count)))
        }
    }

    /// What each is about, with whom.
    var words: [String] {
        values.map { value in
            let event = value.text("event") ?? "?"
            guard let title = value.text("title") else { return event }
            return "\(event) \(value.text("phone") ?? "-"): \(title)"
        }
    }

    /// What was said of the bridges last.
    var bridges: [String] {
        (values.last { $0.text("event") == "bridges" }?.list("bridges") ?? []).map { bridge in
            let isTrouble = if case .bool(true) = bridge["trouble"]?.content { "!" } else { "" }
            return "\(bridge.text("name") ?? "-") \(bridge.text("words") ?? "-")\(isTrouble)"
        }
    }
}

/// The real program's feed, read as the wall reads it.
@LoopActor
final class RealFeed {
    let lines = FeedLines()
    private(set) var ending: ChildProgram.Ending?
    private var child: ChildProgram?
    /// Its configuration goes with this.
    private let command: CentralCommand

    init(_ command: CentralCommand, _ options: [String] = []) throws {
        self.command = command
        let words = [CentralCommand.path(of: "callboard-central"), "feed"] + options
        child = try ChildProgram(words + ["--config", command.file("conf")], isRead: true) {
            [weak self] report in
            switch report {
            case .wrote(let bytes): self?.lines.take(bytes)
            case .ended(let ending): self?.ending = ending
            case .took, .closedInput: break
            }
        }
    }

    isolated deinit {
        child?.killAtOnce()
    }

    /// Has nobody hold its standard input any more.
    func closeInput() {
        child?.closeInput()
    }
}

/// Both ends of a pipe.
struct TestPipe {
    let reading: Int32
    let writing: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw CocoaError(.fileReadUnknown) }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (reading, writing) = (ends[0], ends[1])
    }
}
