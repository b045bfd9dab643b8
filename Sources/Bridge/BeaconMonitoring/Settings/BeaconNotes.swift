import Basics
import Beacons
import Notices
import Settings

/// What is allowed in a configuration but may be meant otherwise.
enum BeaconNotes {
    /// The sentences, without a full stop.
    static func all(_ regions: [Region], _ scan: ScanCycle) -> [String] {
        var notes: [String] = []
        for (index, region) in regions.enumerated() {
            // One is enough to look into it: dozens may share all beacons of a house.
            if let other = regions[..<index].first(where: region.overlaps) {
                let verb = region.isSameSet(as: other) ? "are" : "may be"
                notes.append(
                    "[beacon \(other.name)] and [beacon \(region.name)] \(verb) the same beacon; both "
                        + "are told of it")
            }
            if region.touch != nil, scan != .continuous {
                notes.append(
                    "[beacon \(region.name)] is held to the host in vain while [beacons] scan is "
                        + "\(scan.text); scan = continuous notices it at once")
            }
        }
        if scan == .off, !regions.isEmpty {
            notes.append("[beacons] scan is off, so no [beacon NAME] is ever near")
        }
        return notes
    }

    /// What a section says to no purpose.
    static func all(_ section: SectionValues) -> [String] {
        // Who says that it does not count knows.
        guard !section.isGiven(BeaconKeys.touch) else { return [] }
        let keys = [
            (BeaconKeys.tapPower.entry.name, section.isGiven(BeaconKeys.tapPower)),
            (BeaconKeys.hold.entry.name, section.isGiven(BeaconKeys.hold)),
        ]
        return keys.filter(\.1).map { key, _ in
            "[beacon \(section.name ?? "")] \(key) means nothing without touch = yes"
        }
    }

    /// What rules ask in vain of things, beacons and persons with these names.
    static func all(_ rules: [Rule], about names: [String]) -> [String] {
        let known = Set(names.map(\.folded))
        return rules.filter { !$0.conditions.items.isEmpty }.flatMap { rule in
            if rule.conditions.areOfNotices {
                return [
                    "[rule \(rule.name)] is about nothing: item asks for things, beacons and persons, "
                        + "another key for what only notices have"
                ]
            }
            let unknown = rule.conditions.items.filter { !known.contains($0.folded) }
            return unknown.map { name in
                let near = NearMatch.find(for: name, among: names)
                return "[rule \(rule.name)] item is about nothing that is told of: '\(name)'"
                    + (near.map { "; did you mean \($0)?" } ?? "")
            }
        }
    }
}
