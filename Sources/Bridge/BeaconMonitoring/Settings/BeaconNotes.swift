import Basics
import Beacons
import Notices
import Settings

/// Notes about settings that are valid but probably not intended.
enum BeaconNotes {
    /// Returns notes about regions and the scan cycle, without a full stop.
    static func all(_ regions: [Region], _ scan: ScanCycle) -> [String] {
        var notes: [String] = []
        for (index, region) in regions.enumerated() {
            // One overlap per section is enough: dozens may share all beacons of a house.
            if let other = regions[..<index].first(where: region.overlaps) {
                let verb = region.isSameSet(as: other) ? "are" : "may be"
                notes.append(
                    "[beacon \(other.name)] and [beacon \(region.name)] \(verb) the same "
                        + "beacon; both report it")
            }
            if region.touch != nil, scan != .continuous {
                notes.append(
                    "[beacon \(region.name)] has touch = yes without effect while [beacons] "
                        + "scan is \(scan.text); set scan = continuous")
            }
        }
        if scan == .off, !regions.isEmpty {
            notes.append("[beacons] scan is off, so no [beacon NAME] is ever near")
        }
        return notes
    }

    /// Returns notes about keys without effect.
    static func all(_ section: SectionValues) -> [String] {
        // An explicit `touch = no` shows that this is intended.
        guard !section.isGiven(BeaconKeys.touch) else { return [] }
        let keys = [
            (BeaconKeys.tapPower.entry.name, section.isGiven(BeaconKeys.tapPower)),
            (BeaconKeys.hold.entry.name, section.isGiven(BeaconKeys.hold)),
        ]
        return keys.filter(\.1).map { key, _ in
            "[beacon \(section.name ?? "")] \(key) has no effect without touch = yes"
        }
    }

    /// Returns notes about rules that name unknown items, beacons or residents.
    static func all(_ rules: [Rule], about names: [String]) -> [String] {
        let known = Set(names.map(\.folded))
        return rules.filter { !$0.conditions.items.isEmpty }.flatMap { rule in
            if rule.conditions.areOfNotices {
                return [
                    "[rule \(rule.name)] matches nothing: item is about items, beacons and "
                        + "residents, another key only about notifications"
                ]
            }
            let unknown = rule.conditions.items.filter { !known.contains($0.folded) }
            return unknown.map { name in
                let near = NearMatch.find(for: name, among: names)
                return "[rule \(rule.name)] item matches no configured item, beacon or "
                    + "resident: '\(name)'"
                    + (near.map { "; did you mean \($0)?" } ?? "")
            }
        }
    }
}
