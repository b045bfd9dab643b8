import Formats
import Linux
import Outlets

extension Check {
    /// Checks of outputs whose configuration brings its own checks, such as LEDs.
    static let outletChecks = [Check(each: "outlet", outlets)]

    private static func outlets(_ facts: MachineFacts) -> [Verdict] {
        guard let outlets = facts.outlets else { return [.skipped("see configuration")] }
        let verdicts = outlets.flatMap { plan in
            plan.verdicts(
                told: facts.running?.outputs.first { $0.name == plan.title }.map {
                    ReportedOutlet(reason: $0.reason)
                })
        }
        return verdicts.isEmpty ? [.ok("there are no LEDs")] : verdicts
    }
}
