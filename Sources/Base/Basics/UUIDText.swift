extension UInt128 {
    private static let groups = [8, 4, 4, 4, 12]

    /// The canonical text: groups of hexadecimal digits.
    package var uuidText: String {
        let digits = String(self, radix: 16)
        var rest = (String(repeating: "0", count: 32 - digits.count) + digits)[...]
        let groups = Self.groups.map { length in
            defer { rest = rest.dropFirst(length) }
            return rest.prefix(length)
        }
        return groups.joined(separator: "-")
    }

    /// Returns nil if the text is not a UUID.
    package init?(uuidText text: String) {
        let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard groups.map(\.count) == Self.groups, !text.contains("+"),
            let number = Self(text.filter { $0 != "-" }, radix: 16)
        else { return nil }
        self = number
    }
}
