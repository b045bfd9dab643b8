import Basics
import Beacons
import Notices
package import Settings

extension BeaconSettings {
    /// Returns problems that involve several keys or sections.
    ///
    /// - Parameter adapter: the adapter that the radio uses, if the configuration names one.
    package static func problems(
        with configuration: Configuration, adapter: String?
    ) -> [SettingsProblem] {
        let regions = configuration.all(BeaconSections.beacon)
        let items = configuration.all(BeaconSections.item)
        let people = configuration.all(BeaconSections.presence)
        let broadcasts = configuration.all(BeaconSections.broadcast)
        let excess =
            excess(of: regions, beyond: Region.limit, BeaconKeys.uuid.entry)
            + excess(of: items, beyond: itemLimit, BeaconKeys.beacon.entry)
            + excess(of: people, beyond: personLimit, BeaconKeys.phone.entry)
            + excess(of: broadcasts, beyond: broadcastLimit, BeaconKeys.sentUUID.entry)
        let names = regions.compactMap(\.name)
        return excess + regions.flatMap(problems) + items.compactMap { problem(with: $0, names) }
            + broadcasts.compactMap { problem(with: $0, adapter) }
            + longNames(
                regions.map { ($0, BeaconKeys.uuid.entry) }
                    + items.map { ($0, BeaconKeys.beacon.entry) }
                    + people.map { ($0, BeaconKeys.phone.entry) }
                    + broadcasts.map { ($0, BeaconKeys.sentUUID.entry) })
    }

    private static func excess(
        of sections: [SectionValues], beyond limit: Int, _ key: KeyEntry
    ) -> [SettingsProblem] {
        sections.dropFirst(limit).prefix(1).map {
            $0.problem(
                with: key, "is in one section too many: at most \(limit) of this kind are allowed")
        }
    }

    private static func longNames(
        _ sections: [(SectionValues, KeyEntry)]
    ) -> [SettingsProblem] {
        sections.filter { ($0.0.name?.utf8.count ?? 0) > nameLimit }.map {
            $0.problem(
                with: $1,
                "is in a section whose name is longer than the limit of \(nameLimit) bytes")
        }
    }

    private static func problems(with section: SectionValues) -> [SettingsProblem] {
        var problems: [SettingsProblem] = []
        let isEddystone = section[BeaconKeys.format] == .eddystone
        if isEddystone, section.isGiven(BeaconKeys.major) {
            problems.append(
                section.problem(
                    with: BeaconKeys.major, "is not allowed for an Eddystone beacon; remove it"))
        }
        if section.isGiven(BeaconKeys.minor) {
            if isEddystone {
                problems.append(
                    section.problem(
                        with: BeaconKeys.minor,
                        "is not allowed for an Eddystone beacon; remove it"))
            } else if !section.isGiven(BeaconKeys.major) {
                problems.append(
                    section.problem(
                        with: BeaconKeys.minor, "requires major, the number of the group"))
            }
        }
        return problems
    }

    private static func problem(
        with item: SectionValues, _ regions: [String]
    ) -> SettingsProblem? {
        let name = item[BeaconKeys.beacon] ?? ""
        // A missing value is already reported by the key table.
        guard !name.isEmpty, !regions.contains(name) else { return nil }
        let advice =
            NearMatch.find(for: name, among: regions).map { "; did you mean \($0)?" }
            ?? (regions.isEmpty
                ? "; there is none yet"
                : "; there is \(regions.map { "[beacon \($0)]" }.joined(separator: ", "))")
        return item.problem(
            with: BeaconKeys.beacon,
            "must be the name of a section [beacon NAME], not '\(name)'" + advice)
    }

    private static func problem(
        with broadcast: SectionValues, _ adapter: String?
    ) -> SettingsProblem? {
        guard let own = broadcast[BeaconKeys.adapter], own != adapter else { return nil }
        return broadcast.problem(
            with: BeaconKeys.adapter,
            "is not the adapter of [radio]"
                + (adapter.map { ", which is \($0)" } ?? ", which names none")
                + ": a bridge uses one adapter for everything")
    }
}
