package import Control
package import Formats
package import Linux
package import Settings

/// Configuration of one output: what the rest of the program needs to know about its kind.
package protocol OutletConfiguration: Hashable, Sendable {
    associatedtype Planned: Outlet

    /// The sections of this kind, with their keys.
    static var section: Section { get }
    /// Family of this kind, which determines time limits, tests, and whether outputs receive the
    /// current state.
    static var family: OutletFamily { get }

    /// Creates the plan from a section in which each single value is valid.
    init(_ section: SectionValues)

    /// The name in the section header; empty if the header has none.
    var name: String { get }
    /// Device, file or address, for messages.
    var whereabouts: String { get }
    /// Name in messages and in the status.
    var title: String { get }
    /// Exclusive resource; nil if there is none.
    var place: FilePlace? { get }
    /// The key that sets the device, file or address.
    var placeKey: KeyEntry { get }
    /// The labels of the categories that are shown; empty for all.
    var labels: [String] { get }
    /// Whether quiet hours are in effect now.
    var isQuiet: Bool { get }

    /// Returns the problems that involve more than one key of a section.
    static func problems(with section: SectionValues) -> [SettingsProblem]

    /// Creates the output, still unopened. Throws if the program must not start without it and it
    /// cannot be used.
    @LoopActor
    func make(in surroundings: OutletSurroundings) throws(OutletRefusal) -> any Outlet

    /// Adds what only this kind reports to the status.
    @LoopActor
    func tell(of outlet: Planned, in status: inout StatusOutlet)

    /// Returns the findings of `doctor` about this output, from files of this host and from the running bridge.
    ///
    /// - Parameter told: the running bridge's report on this output; nil if there is none.
    func verdicts(told: ReportedOutlet?) -> [Verdict]
}

extension OutletConfiguration {
    package var labels: [String] { [] }
    package var isQuiet: Bool { false }

    /// The section header without brackets, which identifies the output.
    package var header: String {
        ([Self.section.name] + (name.isEmpty ? [] : [name.printable])).joined(separator: " ")
    }

    /// The header with the device, unless a kind overrides it.
    package var title: String { "\(header) (\(whereabouts.printable))" }

    package var family: OutletFamily { Self.family }

    package static func problems(with section: SectionValues) -> [SettingsProblem] { [] }
    package func tell(of outlet: Planned, in status: inout StatusOutlet) {}
    package func verdicts(told: ReportedOutlet?) -> [Verdict] { [] }

    package func isSame(as other: any OutletConfiguration) -> Bool { other as? Self == self }

    /// Returns the status of an output that this plan created.
    @LoopActor
    package func status(ofMade outlet: any Outlet) -> StatusOutlet {
        var status = outlet.status.answer(named: title)
        if let outlet = outlet as? Planned { tell(of: outlet, in: &status) }
        return status
    }
}

/// Reason why an output that is required at the start cannot be used.
package struct OutletRefusal: Error, Hashable {
    /// The reason, as a message without content.
    package let sentence: String

    init(_ sentence: String) {
        self.sentence = sentence
    }
}

/// Families of outputs for the user.
package enum OutletFamily: String, Sendable {
    /// File, pipe or standard output, to which lines are appended.
    case output
    /// Serial port, which sends one event after the other.
    case port
    /// Display, which shows the current state.
    case display
    /// LED, which shows whether there are notifications.
    case lamp
}

/// Report of a running bridge about an output.
package struct ReportedOutlet: Hashable, Sendable {
    /// Reason of the failure; nil if there is none.
    package let reason: String?

    package init(reason: String?) {
        self.reason = reason
    }
}
