import Configuration
import Formats

/// One thing that is known to go wrong, as a question to the facts.
struct Check: Sendable {
    /// A name that never changes its meaning.
    let id: String
    /// The one radio that it is about; nil where it is about any.
    private(set) var radio: RealRadio?
    /// Whether it makes sense where phones are simulated.
    private(set) var isForSimulated = true
    /// What the facts say, once, or once for each phone, output or port.
    let judge: @Sendable (MachineFacts) -> [Verdict]

    init(_ id: String, _ judge: @escaping @Sendable (MachineFacts) -> Verdict) {
        self.id = id
        self.judge = { [judge($0)] }
    }

    init(each id: String, _ judge: @escaping @Sendable (MachineFacts) -> [Verdict]) {
        self.id = id
        self.judge = judge
    }

    /// The same for this radio alone.
    func only(for radio: RealRadio) -> Check {
        var check = self
        check.radio = radio
        return check
    }

    /// The same, left out where phones are simulated.
    func onlyForRealPhones() -> Check {
        var check = self
        check.isForSimulated = false
        return check
    }

    /// What it found.
    func findings(_ facts: MachineFacts) -> [Finding] {
        judge(facts).map { Finding(id: id, verdict: $0) }
    }

    /// Every check, in the order in which one thing needs another.
    static let all =
        hostChecks + setUpChecks + findingChecks + busChecks + kernelChecks + adapterChecks
        + knownChecks + settingChecks + promptChecks
        + bridgeChecks + beaconChecks + serialChecks + displayChecks + outletChecks
        + companionChecks + phoneChecks + neighbourChecks

    /// Those that there are for a radio.
    static func all(for radio: RealRadio) -> [Check] {
        all.filter { $0.radio == nil || $0.radio == radio }
    }

    /// Those that there are where phones are simulated.
    static let allForSimulated = all.filter { $0.radio == nil && $0.isForSimulated }
}
