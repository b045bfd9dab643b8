package import Contract
package import Formats
package import Linux
package import Settings

/// One outlet, as a section of the configuration has it: all that the rest of the program has to know
/// of its kind.
package protocol OutletConfiguration: Hashable, Sendable {
    associatedtype Planned: Outlet

    /// The sections of this kind, with their keys.
    static var section: Section { get }
    /// What an outlet of this kind is to people.
    static var family: OutletFamily { get }

    /// Takes a section whose values are right, each by itself.
    init(_ section: SectionValues)

    /// The name in its section's header; empty where that has none.
    var name: String { get }
    /// Where it is, for people.
    var whereabouts: String { get }
    /// What it is called in sentences and in the status.
    var title: String { get }
    /// What nobody else can use at the same time; nil where there is no such thing.
    var place: FilePlace? { get }
    /// The key that says where it is.
    var placeKey: KeyEntry { get }
    /// The labels of the categories it is for; none where it is for all.
    var labels: [String] { get }
    /// Whether nothing new is shown on it now.
    var isQuiet: Bool { get }

    /// What is wrong with a section that only all of it shows.
    static func problems(with section: SectionValues) -> [SettingsProblem]

    /// Makes the outlet, which is yet to be opened; or throws if nothing may begin without it and it cannot
    /// be used.
    @LoopActor
    func make(in surroundings: OutletSurroundings) throws(OutletRefusal) -> any Outlet

    /// Tells of its outlet what only this kind has to tell.
    @LoopActor
    func tell(of outlet: Planned, in status: inout StatusOutlet)

    /// What keeps it from working here, or could be better, as far as the machine's files tell.
    ///
    /// - Parameter told: what the running bridge says of it; nil where none says anything.
    func verdicts(told: ReportedOutlet?) -> [Verdict]
}

extension OutletConfiguration {
    /// It is for all categories, unless a kind can choose.
    package var labels: [String] { [] }
    /// It is never quiet, unless a kind has quiet hours.
    package var isQuiet: Bool { false }

    /// Its section's header without brackets, by which it is named.
    package var header: String {
        ([Self.section.name] + (name.isEmpty ? [] : [name.printable])).joined(separator: " ")
    }

    /// Its header, and where it is, unless a kind says something else.
    package var title: String { "\(header) (\(whereabouts.printable))" }

    /// What it is to people.
    package var family: OutletFamily { Self.family }

    /// Nothing can be wrong that single keys do not show, unless a kind knows something.
    package static func problems(with section: SectionValues) -> [SettingsProblem] { [] }
    /// There is nothing to tell, unless a kind knows something.
    package func tell(of outlet: Planned, in status: inout StatusOutlet) {}
    /// There is nothing to say, unless a kind knows something.
    package func verdicts(told: ReportedOutlet?) -> [Verdict] { [] }

    /// Whether this is the same plan.
    package func isSame(as other: any OutletConfiguration) -> Bool { other as? Self == self }

    /// How an outlet is that this plan has made.
    @LoopActor
    package func status(ofMade outlet: any Outlet) -> StatusOutlet {
        var status = outlet.status.answer(named: title)
        if let outlet = outlet as? Planned { tell(of: outlet, in: &status) }
        return status
    }
}

/// Why an outlet without which nothing may begin cannot be used.
package struct OutletRefusal: Error, Hashable {
    /// The reason, in a sentence without content.
    package let sentence: String

    init(_ sentence: String) {
        self.sentence = sentence
    }
}

/// What an outlet is to people.
package enum OutletFamily: String, Sendable {
    /// A file, a pipe or standard output, to which lines are added of what happens.
    case output
    /// A serial port, which says one thing after the other.
    case port
    /// A display, which shows what there is.
    case display
    /// A lamp, which shows that there is something.
    case lamp
}

/// What a running bridge says of an outlet.
package struct ReportedOutlet: Hashable, Sendable {
    /// Why it fails; nil where it does not.
    package let reason: String?

    /// What the bridge says.
    package init(reason: String?) {
        self.reason = reason
    }
}
