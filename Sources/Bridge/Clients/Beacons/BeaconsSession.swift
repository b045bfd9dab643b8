import Commands
import Configuration
import Control
import Linux

/// Session that requests the beacons of the running bridge, once or each second until a signal ends it.
@LoopActor
struct BeaconsSession {
    /// Refresh interval of `--follow`.
    private nonisolated static let interval: Duration = .seconds(1)
    /// Seconds of listening to request each time, longer than the refresh interval.
    private nonisolated static let lease = 5
    /// Escape sequence that clears the terminal.
    private nonisolated static let clear = "\u{1B}[H\u{1B}[J"

    private let options: BeaconsCommand
    private let isTerminal = Terminal.isTerminal(StandardStream.output.rawValue)
    private var last: BeaconsPage?
    private var lastLine: String?

    private init(_ options: BeaconsCommand) {
        self.options = options
    }

    /// Lists or follows on the calling thread until it ends.
    nonisolated static func run(_ options: BeaconsCommand) -> ExitStatus {
        CommandEnd.run { () throws(CommandEnd) in
            var session = BeaconsSession(options)
            return try await session.look()
        }
    }

    private mutating func look() async throws(CommandEnd) -> CommandEnd {
        let bridge = ControlClient(path: options.client.path)
        defer { bridge.stop() }
        if options.wait > 0 {
            _ = try await bridge.answer(to: BeaconsRequest(listen: options.wait + 1))
            try await pause(.seconds(options.wait), bridge)
        }
        let lease = options.follows ? Self.lease : nil
        while true {
            let answer = try await bridge.answer(to: BeaconsRequest(listen: lease))
            let status =
                options.writesLines ? show(answer.line) : show(BeaconsPage(answer: answer.value))
            if !options.follows || status != .success { return CommandEnd(status) }
            try await pause(Self.interval, bridge)
        }
    }

    private func pause(_ time: Duration, _ bridge: ControlClient) async throws(CommandEnd) {
        if let failure = await bridge.end(within: time) { throw CommandEnd(failure) }
    }

    /// Prints a line of JSON if it differs from the last one.
    private mutating func show(_ line: String) -> ExitStatus {
        if line == lastLine { return .success }
        lastLine = line
        return Messages.print(line)
    }

    private mutating func show(_ page: BeaconsPage) -> ExitStatus {
        defer { last = page }
        guard options.follows else {
            if page.rows.isEmpty { Messages.say("no beacon is known, and none is heard") }
            return Messages.print(page.text)
        }
        if isTerminal { return Messages.print(Self.clear + page.text) }
        guard let last else { return Messages.print(page.text) }
        let changes = page.changes(since: last)
        return changes.isEmpty ? .success : Messages.print(changes.joined())
    }
}
