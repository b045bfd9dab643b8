import Commands
import Formats
import Linux

/// An add-on service, as the host and the configuration define it.
struct AddOnFacts: Hashable, Sendable {
    /// Name of its section in the configuration, under which it also reports its status to the bridge.
    var name: String
    /// Whether the configuration has a section for it.
    var isConfigured = false
    /// Whether systemd starts its service with the host.
    var isEnabled = false
    /// Path of the program; nil if it is not installed.
    var program: String?
    /// Findings of `callboard-NAME check`, or why there are none.
    var answer = Answer.notAsked

    /// Result of running an add-on service's check.
    enum Answer: Hashable, Sendable {
        case notAsked
        /// The service's secrets are not readable for this user.
        case onlyRoot
        case found([Finding])
        /// No answer in time, or none that can be parsed.
        case nothing
    }

    /// Name of its program and its unit.
    var unit: String { Self.unit(of: name) }

    static func unit(of name: String) -> String { "callboard-\(name)" }

    /// Whether it is meant to run on this host.
    var isWanted: Bool { isConfigured || isEnabled }
}

extension AddOnFacts {
    /// Runs a program and returns its output; nil if it was killed or exceeded a limit of time or size.
    typealias Run = (_ words: [String]) -> [UInt8]?

    /// - Parameters:
    ///   - options: options that select the configuration and bridge.
    ///   - mayAsk: whether this user may read the secrets of the service.
    init(
        _ name: String, isConfigured: Bool, options: [String], mayAsk: Bool, _ files: HostFiles,
        run: Run = AddOnFacts.run
    ) {
        self.init(name: name, isConfigured: isConfigured)
        isEnabled = files.exists(
            "/etc/systemd/system/multi-user.target.wants/\(unit).service")
        let unit = Self.unit(of: name)
        program = BesideProgram.path(of: unit, files)
        guard isWanted, let program else { return }
        guard mayAsk else {
            answer = .onlyRoot
            return
        }
        let page = run([program, "check", "--json"] + options).flatMap(FindingPage.init(reading:))
        answer = page.map { .found($0.findings) } ?? .nothing
    }

    /// Time limit; a program that tries several servers has its own limit for each.
    private static let patience: Duration = .seconds(90)
    private static let outputLimit = 1 << 18

    static func run(_ words: [String]) -> [UInt8]? {
        EventLoop.run { await ask(words, within: patience) }
    }

    /// Runs a program and returns its output.
    ///
    /// - Returns: nil if it does not exit by itself within the time limit, or writes more than `outputLimit`.
    @LoopActor
    static func ask(_ words: [String], within patience: Duration) async -> [UInt8]? {
        let reports = Mailbox<ChildProgram.Report>()
        let child = try? ChildProgram(words, isRead: true) { reports.post($0) }
        guard let child else { return nil }
        defer {
            child.forgetOwner()
            child.killAtOnce()
        }
        child.closeInput()
        let deadline = EventLoop.now + patience
        var output: [UInt8] = []
        while let report = await reports.next(within: deadline - EventLoop.now) {
            switch report {
            case .wrote(let bytes):
                output += bytes
                if output.count > outputLimit { return nil }
            case .took, .closedInput: break
            case .ended(.exited): return output
            case .ended: return nil
            }
        }
        return nil
    }
}
