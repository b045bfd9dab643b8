import Notices

/// A region, thing or person of which something was told: the same one as long as it means the same beacon or phone.
struct KnownPlace: Hashable, Comparable {
    let name: String
    private let kind: String
    /// The region of a thing.
    private let region: String

    init(_ subject: BeaconSubject) {
        (kind, name) = (subject.kind, subject.name)
        if case .item(_, let region) = subject { self.region = region } else { region = "" }
    }

    static func < (left: KnownPlace, right: KnownPlace) -> Bool {
        (left.kind, left.name, left.region) < (right.kind, right.name, right.region)
    }
}
