/// Names of simulated phones, which are labelled as not real.
package enum SimulatedName {
    /// Suffix after the name from the scenario.
    package static let mark = " (simulated)"

    /// Returns the name from the scenario, or the name itself if it has no mark.
    package static func withoutMark(_ name: String) -> String {
        name.hasSuffix(mark) ? String(name.dropLast(mark.count)) : name
    }

    /// Returns whether a configured phone name means this phone; the mark of simulated phones is optional.
    package static func isMeant(by wanted: String, _ name: String) -> Bool {
        wanted == name || wanted == withoutMark(name)
    }
}
