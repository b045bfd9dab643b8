import Configuration
import Formats

/// Check for one known problem, evaluated on the facts.
struct Check: Sendable {
    /// Stable identifier.
    let id: String
    /// The radio to which it applies; nil for both.
    private(set) var radio: RealRadio?
    /// Whether it applies to simulated phones.
    private(set) var isForSimulated = true
    /// Evaluates the facts, once or for each phone, output or port.
    let judge: @Sendable (MachineFacts) -> [Verdict]

    init(_ id: String, _ judge: @escaping @Sendable (MachineFacts) -> Verdict) {
        self.id = id
        self.judge = { [judge($0)] }
    }

    init(each id: String, _ judge: @escaping @Sendable (MachineFacts) -> [Verdict]) {
        self.id = id
        self.judge = judge
    }

    /// Returns the check limited to one radio.
    func only(for radio: RealRadio) -> Check {
        var check = self
        check.radio = radio
        return check
    }

    /// Returns the check limited to real phones.
    func onlyForRealPhones() -> Check {
        var check = self
        check.isForSimulated = false
        return check
    }

    /// Returns its findings.
    func findings(_ facts: MachineFacts) -> [Finding] {
        judge(facts).map { Finding(id: id, verdict: $0) }
    }

    /// All checks, in order of dependency.
    static let all =
        hostChecks + setUpChecks + findingChecks + busChecks + kernelChecks + adapterChecks
        + knownChecks + settingChecks + promptChecks
        + bridgeChecks + beaconChecks + serialChecks + displayChecks + outletChecks
        + addOnChecks + phoneChecks + neighbourChecks

    /// Returns the checks that apply to a radio.
    static func all(for radio: RealRadio) -> [Check] {
        all.filter { $0.radio == nil || $0.radio == radio }
    }

    /// Checks that apply to simulated phones.
    static let allForSimulated = all.filter { $0.radio == nil && $0.isForSimulated }
}
