import Basics

extension BeaconID: CustomStringConvertible {
    /// Text form for copying: `ibeacon:UUID:MAJOR:MINOR`; Eddystone has no numbers.
    package var description: String {
        let numbers = [major, minor].compactMap(\.self).map { String($0) }
        return ([format.rawValue, uuid.uuidText] + numbers).joined(separator: ":")
    }

    /// Parses the form written by `description`, in any case; nil for anything else.
    package init?(_ text: String) {
        let parts = text.lowercased().split(separator: ":", omittingEmptySubsequences: false)
        guard let format = parts.first.flatMap({ BeaconFormat(rawValue: String($0)) }),
            parts.count == (format.hasNumbers ? 4 : 2),
            let uuid = UInt128(uuidText: String(parts[1]))
        else { return nil }
        let numbers = parts.dropFirst(2).map { Self.number($0) }
        guard !numbers.contains(nil) else { return nil }
        self.init(
            format, uuid: uuid, major: numbers.first ?? nil, minor: numbers.last ?? nil)
    }

    private static func number(_ text: Substring) -> UInt16? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            ? UInt16(text) : nil
    }
}

extension BeaconFormat {
    /// Whether beacons of this format have major and minor numbers.
    package var hasNumbers: Bool { self != .eddystone }
}
