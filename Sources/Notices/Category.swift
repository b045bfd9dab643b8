package import ANCS

/// The kind of a notice, with the names that people and programs read.
package struct Category: Hashable, Sendable {
    package let id: CategoryID

    package init(_ id: CategoryID) {
        self.id = id
    }

    private static let names: [(name: String, label: String)] = [
        ("other", "OTHER"), ("incoming_call", "CALL"), ("missed_call", "MISSED"),
        ("voicemail", "VMAIL"), ("social", "SOCIAL"), ("schedule", "SCHED"), ("email", "MAIL"),
        ("news", "NEWS"), ("health_and_fitness", "HEALTH"), ("business_and_finance", "MONEY"),
        ("location", "PLACE"), ("entertainment", "FUN"), ("active_call", "ACTIVE"),
    ]

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
