/// The names of simulated phones, which say that these are not real.
package enum SimulatedName {
    /// What follows the name that the scenario gives.
    package static let mark = " (simulated)"

    /// The name that the scenario gives, or the name itself if it has no mark.
    package static func withoutMark(_ name: String) -> String {
        name.hasSuffix(mark) ? String(name.dropLast(mark.count)) : name
    }

    /// Whether a section that names a phone means the one with this name: a simulated phone goes by
    /// the name that its scenario gives, with or without the mark.
    package static func isMeant(by wanted: String, _ name: String) -> Bool {
        wanted == name || wanted == withoutMark(name)
    }
}
