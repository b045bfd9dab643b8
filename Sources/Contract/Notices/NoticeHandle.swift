/// User-supplied handle of a notification: its identifier, or a distinguishing suffix.
package struct NoticeHandle: Hashable, Sendable {
    /// Shortest suffix in characters.
    package static let shortest = 3

    /// Bits of a matching identifier under the mask.
    package let end: UInt64
    /// Bits to compare: the lowest five for each character.
    package let mask: UInt64

    /// Parses an identifier or a suffix of one; nil for anything else.
    package init?(_ text: String) {
        let count = text.utf8.count
        guard (Self.shortest...NoticeID.length).contains(count) else { return nil }
        let zeros = String(repeating: "0", count: NoticeID.length - count)
        guard let id = NoticeID(zeros + text) else { return nil }
        end = id.rawValue
        mask = Self.mask(count)
    }

    /// Returns whether an identifier matches.
    package func fits(_ id: NoticeID) -> Bool { id.rawValue & mask == end }

    /// Returns the shortest unambiguous handle of each notification.
    package static func all(of ids: some Sequence<NoticeID>) -> [NoticeID: String] {
        var handles: [NoticeID: String] = [:]
        var rest = Set(ids)
        for length in shortest...NoticeID.length where !rest.isEmpty {
            let ends = Dictionary(grouping: rest) { $0.rawValue & mask(length) }
            for (_, alike) in ends where alike.count == 1 {
                guard let id = alike.first else { continue }
                handles[id] = String(id.description.suffix(length))
                rest.remove(id)
            }
        }
        return handles
    }

    /// Returns the mask for a number of characters.
    private static func mask(_ length: Int) -> UInt64 {
        length * 5 >= UInt64.bitWidth ? .max : 1 << (5 * UInt64(length)) - 1
    }
}
