import Beacons

/// What is allowed in a configuration but may be meant otherwise.
enum BeaconNotes {
    /// The sentences, without a full stop.
    static func all(_ regions: [Region], _ scan: ScanCycle) -> [String] {
        var notes: [String] = []
        for (index, region) in regions.enumerated() {
            for other in regions[..<index] where region.overlaps(other) {
                notes.append(
                    "[beacon \(other.name)] and [beacon \(region.name)] may be the same beacon; both "
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
}
