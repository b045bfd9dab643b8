package import ANCS

/// The kind of a notice, with the names that people and programs read.
package struct Category: Hashable, Sendable {
    /// The phone's number for it.
    package let id: CategoryID

    /// The category that the phone gives this number.
    package init(_ id: CategoryID) {
        self.id = id
    }

    private static let names: [(name: String, label: String)] = [
        ("other", "OTHER"), ("incoming_call", "CALL"), ("missed_call", "MISSED"),
        ("voicemail", "VMAIL"), ("social", "SOCIAL"), ("schedule", "SCHED"), ("email", "MAIL"),
        ("news", "NEWS"), ("health_and_fitness", "HEALTH"), ("business_and_finance", "MONEY"),
        ("location", "PLACE"), ("entertainment", "FUN"), ("active_call", "ACTIVE"),
    ]

    /// The words that people read, each once.
    package static let labels = names.map(\.label)

    /// The category with this name or, whatever its letters' case, this label; nil where there is none.
    package init?(named name: String) {
        let number = (0...UInt8.max).first { number in
            let category = Category(CategoryID(rawValue: number))
            let hasLabel = Int(number) < Self.names.count
            return category.name == name.lowercased()
                || hasLabel && category.label == name.uppercased()
        }
        guard let number else { return nil }
        self.init(CategoryID(rawValue: number))
    }

    /// The name programs use; `category_N` for a number nobody has named.
    package var name: String {
        let number = Int(id.rawValue)
        return number < Self.names.count ? Self.names[number].name : "category_\(number)"
    }

    /// The short upper-case word people read.
    package var label: String {
        let number = Int(id.rawValue)
        return number < Self.names.count ? Self.names[number].label : "OTHER"
    }
}
