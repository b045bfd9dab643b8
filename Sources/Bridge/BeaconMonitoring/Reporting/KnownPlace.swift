import Notices

/// Identity of a reported region, item or resident: kind and name, and for an item also its region.
struct KnownPlace: Hashable, Comparable {
    let name: String
    private let kind: String
    /// The region of an item; empty for other subjects.
    private let region: String

    init(_ subject: BeaconSubject) {
        (kind, name) = (subject.kind, subject.name)
        if case .item(_, let region) = subject { self.region = region } else { region = "" }
    }

    static func < (left: KnownPlace, right: KnownPlace) -> Bool {
        (left.kind, left.name, left.region) < (right.kind, right.name, right.region)
    }
}
