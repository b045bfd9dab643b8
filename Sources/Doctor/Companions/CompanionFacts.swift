import Commands
import Linux
import Outlets

/// A program beside the bridge, as this machine and the configuration have it.
struct CompanionFacts: Hashable, Sendable {
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

extension CompanionFacts {
    /// What comes of running a program: all that it printed; nil where it ended by force, or not in time.
    typealias Run = (_ words: [String]) -> [UInt8]?

    /// - Parameters:
    ///   - options: what has it look at the same configuration and bridge.
    ///   - mayAsk: whether this user may have what its service has.
    init(
        _ name: String, isConfigured: Bool, options: [String], mayAsk: Bool, _ files: HostFiles,
        run: Run = CompanionFacts.run
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
        EventLoop.run { (finish: @escaping @LoopActor ([UInt8]?) -> Void) in
            ask(words, within: patience, finish)
        }
    }

    /// The same on the loop, for those who have one.
    @LoopActor
    static func ask(
        _ words: [String], within patience: Duration,
        _ finish: @escaping @LoopActor ([UInt8]?) -> Void
    ) {
        Asking(words, within: patience, limit: outputLimit, finish).begin()
    }
}

/// A program that is run for what it prints.
@LoopActor
private final class Asking {
    private let words: [String]
    private let patience: Duration
    private let limit: Int
    private var finish: (@LoopActor ([UInt8]?) -> Void)?
    private var child: ChildProgram?
    private var output: [UInt8] = []
    private let deadline = Alarm()

    init(
        _ words: [String], within patience: Duration, limit: Int,
        _ finish: @escaping @LoopActor ([UInt8]?) -> Void
    ) {
        (self.words, self.patience, self.limit, self.finish) = (words, patience, limit, finish)
    }

    /// It lives until it has finished.
    func begin() {
        do throws(Errno) {
            child = try ChildProgram(words, isRead: true) { report in self.take(report) }
            child?.closeInput()
            deadline.set(after: patience) { self.end(nil) }
        } catch {
            end(nil)
        }
    }

    private func take(_ report: ChildProgram.Report) {
        switch report {
        case .wrote(let bytes):
            output += bytes
            if output.count > limit { end(nil) }
        case .took, .closedInput: break
        case .ended(.exited): end(output)
        case .ended: end(nil)
        }
    }

    private func end(_ output: [UInt8]?) {
        guard let finish else { return }
        self.finish = nil
        deadline.cancel()
        child?.forgetOwner()
        child?.killAtOnce()
        child = nil
        finish(output)
    }
}
