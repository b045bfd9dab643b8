import Bridge
import Linux
import Notices
import Outlets
import SimulatedPhone
import Testing
import Trials

/// A bridge with a simulated phone, and a person who begins steps at moments of the phone's clock.
@LoopActor
final class TrialBench: Outlet {
    /// How much of the phone's time may pass until a step is judged.
    private static let patience: Duration = .seconds(6 * 3600)
    private static let second: Duration = .seconds(1)

    private let pace = Pace.leaping()
    private let radio: SimulatedRadio
    private var bridge: Bridge?
    private var judge: TrialJudge?
    private var state: PhoneState?
    private var verdict: TrialVerdict?
    /// What the person was told of notifications that may not be the message.
    private(set) var doubts: [TrialJudge.Doubt] = []
    /// The apps in which the message of the step arrived with its word.
    private(set) var apps: Set<Int> = []

    init(_ scenario: String) throws {
        let parsed = try Scenario(parsing: Array(scenario.utf8), file: "trial.json")
        radio = SimulatedRadio(scenario: parsed, pace: pace, seed: 1)
        bridge = Bridge(radio: radio, outlets: [self], pace: pace)
        bridge?.start {}
    }

    func show(_ event: BridgeEvent) {
        if case .phone(let state, _, _) = event { self.state = state }
        let doubt = judge?.doubt
        judge?.take(event, at: pace.now)
        if let new = judge?.doubt, new != doubt { doubts.append(new) }
        look()
    }

    /// Begins a step when the scenario has come so far, and gives its verdict.
    ///
    /// - Parameter apps: the apps of the messages of earlier steps.
    func verdict(
        of step: TrialStep, after time: Duration, slept: Duration? = nil, apps: Set<Int> = []
    ) async -> TrialVerdict? {
        await letPass(time)
        verdict = nil
        judge = TrialJudge(step, at: pace.now, before: state, apps: apps)
        doubts = []
        if let slept {
            pace.after(slept) {
                self.judge?.take(.slept, at: self.pace.now)
                self.look()
            }
        }
        let end = pace.now + Self.patience
        while verdict == nil, pace.now < end {
            act()
            look()
            await letPass(Self.second)
        }
        self.apps = judge?.apps ?? []
        judge = nil
        return verdict
    }

    func stop() { bridge?.stop() }

    private func look() {
        if let judge, verdict == nil { verdict = judge.verdict(at: pace.now) }
    }

    private func act() {
        guard judge?.isActDue(at: pace.now) == true, case .call(let end) = judge?.step.kind
        else { return }
        judge?.take(.acted(isDone: true), at: pace.now)
        bridge?.perform(end == .answered ? .answer : .decline, on: nil) { _ in }
    }

    private func letPass(_ time: Duration) async {
        await withCheckedContinuation { continuation in
            pace.after(time) { continuation.resume() }
        }
    }
}

/// What a simulated phone does, in the words of `Docs/reference/scenarios.md`.
struct PlayedPhone: Sendable {
    var behaviour = "{}"
    var existing: [String] = []
    let timeline: [String]

    var scenario: String {
        """
        {"format": 1, "ends": 86400, "phones": [{"name": "Mara's secret iPhone",
          "behaviour": \(behaviour),
          "existing": [\(existing.joined(separator: ", "))],
          "timeline": [\(timeline.joined(separator: ", "))]}]}
        """
    }

    /// A message with a word, from somebody and with a text of whom no report may know.
    static func message(
        _ word: String, named name: String = "message", flags: String = "[]"
    ) -> String {
        """
        {"name": "\(name)", "category": "social", "app": "com.apple.MobileSMS",
         "title": "Secret Ada", "message": "secret \(word)", "flags": \(flags),
         "negative": "Clear"}
        """
    }

    /// A notification whose text iOS does not give away.
    static func hidden(
        _ title: String, app: String = "com.apple.MobileSMS", named name: String = "message",
        date: String? = nil
    ) -> String {
        """
        {"name": "\(name)", "category": "social", "app": "\(app)", "title": "\(title)"\(
            date.map { #", "date": "\#($0)""# } ?? "")}
        """
    }

    /// Something that nobody has asked for.
    static func news(_ name: String = "news", text: String = "Secret tidings") -> String {
        """
        {"name": "\(name)", "category": "news", "app": "com.apple.news", "title": "Secret paper",
         "message": "\(text)"}
        """
    }

    static func call(
        _ name: String, _ category: String, title: String = "Secret Ada"
    ) -> String {
        """
        {"name": "\(name)", "category": "\(category)", "app": "com.apple.mobilephone",
         "title": "\(title)"\(
            category == "incoming_call"
                ? #", "positive": "Answer", "negative": "Decline""# : "")}
        """
    }

    static func add(_ at: Double, _ notification: String) -> String {
        #"{"at": \#(at), "add": \#(notification)}"#
    }

    static func remove(_ at: Double, _ name: String) -> String {
        #"{"at": \#(at), "remove": "\#(name)"}"#
    }

    static func set(_ at: Double, _ members: String) -> String {
        #"{"at": \#(at), "set": {\#(members)}}"#
    }

    static func leave(_ at: Double, for seconds: Double) -> String {
        #"{"at": \#(at), "disconnect": {"for": \#(seconds)}}"#
    }

    static func send(_ at: Double, _ hex: String) -> String {
        #"{"at": \#(at), "send": {"on": "notification_source", "hex": "\#(hex)"}}"#
    }
}
