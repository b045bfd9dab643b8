/// What a person calls a notice by: its name, or as much of that name's end as tells it apart.
package struct NoticeHandle: Hashable, Sendable {
    /// The fewest characters of a name's end.
    package static let shortest = 3

    /// The bits that a name that fits has where the mask has ones.
    package let end: UInt64
    /// Ones where a name has to be the same: the lowest five bits for each character.
    package let mask: UInt64

    /// Reads a name or the end of one; nil for anything else.
    package init?(_ text: String) {
        let count = text.utf8.count
        guard (Self.shortest...NoticeID.length).contains(count) else { return nil }
        let zeros = String(repeating: "0", count: NoticeID.length - count)
        guard let id = NoticeID(zeros + text) else { return nil }
        end = id.rawValue
        mask = Self.mask(count)
    }

    /// Whether the notice of this name may be meant.
    package func fits(_ id: NoticeID) -> Bool { id.rawValue & mask == end }

    /// The shortest handle of each of these notices that fits no other one of them.
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

    /// The bits of so many characters at the end.
    private static func mask(_ length: Int) -> UInt64 {
        length * 5 >= UInt64.bitWidth ? .max : 1 << (5 * UInt64(length)) - 1
    }
}
