package import ANCS

/// Category of a notification, with its names for users and for programs.
package struct Category: Hashable, Sendable {
    /// Numeric identifier used by the phone.
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

    /// Names of all assigned categories, in order of their numbers.
    package static let allNames = names.map(\.name)

    /// Labels shown to users, without duplicates.
    package static let labels = names.map(\.label)

    /// Looks up a category by name or label, ignoring case; nil if there is none.
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

    /// Name used by programs; `category_N` for an unassigned number.
    package var name: String {
        let number = Int(id.rawValue)
        return number < Self.names.count ? Self.names[number].name : "category_\(number)"
    }

    /// Short upper-case label shown to users.
    package var label: String {
        let number = Int(id.rawValue)
        return number < Self.names.count ? Self.names[number].label : "OTHER"
    }
}

extension Category {
    package static let missedCall = Category(.missedCall)
    package static let voicemail = Category(.voicemail)
}

extension SourceEvent {
    /// Whether an incoming call was added.
    package var isNewCall: Bool { event == .added && category == .incomingCall }
}

extension Notice {
    /// Whether the notification was on the phone before the link was up.
    package var isPreExisting: Bool { flags.contains(.preExisting) }
}
