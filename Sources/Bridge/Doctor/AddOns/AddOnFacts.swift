import Commands
import Formats
import Linux

/// A program beside the bridge, as this machine and the configuration have it.
struct AddOnFacts: Hashable, Sendable {
    /// What it is called in the configuration, and by the bridge.
    var name: String
    /// Whether the configuration has a section for it.
    var isConfigured = false
    /// Whether its service begins with the machine.
    var isEnabled = false
    /// Where it is; nil where it is not installed.
    var program: String?
    /// What it found when it was asked to look at its own affairs.
    var answer = Answer.notAsked

    /// What came of asking it.
    enum Answer: Hashable, Sendable {
        case notAsked
        /// Its secrets are the service's, and this user is somebody else.
        case onlyRoot
        case found([Finding])
        /// It did not answer in time, or not in a way that can be understood.
        case nothing
    }

    /// What its program and its service are called.
    var unit: String { Self.unit(of: name) }

    static func unit(of name: String) -> String { "callboard-\(name)" }

    /// Whether somebody wants it to work here.
    var isWanted: Bool { isConfigured || isEnabled }
}

extension AddOnFacts {
    /// What comes of running a program: all that it printed; nil where it ended by force, or not in time.
    typealias Run = (_ words: [String]) -> [UInt8]?

    /// - Parameters:
    ///   - options: what has it look at the same configuration and bridge.
    ///   - mayAsk: whether this user may have what its service has.
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

    /// A program that tries several servers has its own patience with each.
    private static let patience: Duration = .seconds(90)
    private static let outputLimit = 1 << 18

    static func run(_ words: [String]) -> [UInt8]? {
        EventLoop.run { await ask(words, within: patience) }
    }

    /// Runs a program for what it prints; nil if it does not end by itself within a time limit.
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
