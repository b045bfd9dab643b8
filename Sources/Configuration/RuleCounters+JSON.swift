package import JSON
package import Notices

extension RuleCounters {
    /// What was shown and left out, and why, as members of an object.
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("shown", shown)
        writer.member("hidden", hidden)
        writer.member("left_out", leftOut.values.reduce(0, +))
        for reason in LeftOutReason.allCases {
            writer.member("left_out_\(reason.rawValue)", leftOut[reason] ?? 0)
        }
        writer.member("given_up_searches", givenUpSearches)
    }
}
