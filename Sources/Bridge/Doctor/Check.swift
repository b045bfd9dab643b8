/// One thing that is known to go wrong, as a question to the facts.
struct Check: Sendable {
    /// A name that never changes its meaning.
    let id: String
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

    /// What it found.
    func findings(_ facts: MachineFacts) -> [Finding] {
        judge(facts).map { Finding(id: id, verdict: $0) }
    }

    /// Every check, in the order in which one thing needs another.
    static let all =
        hostChecks + setUpChecks + busChecks + adapterChecks + settingChecks + bridgeChecks
        + serialChecks + displayChecks + phoneChecks + neighbourChecks
}
