import Linux
package import Notices
package import Settings

/// What the configuration says about the history.
package struct HistorySettings: Hashable, Sendable {
    /// Whether notices are kept at all.
    package var isKept = true
    /// Where; nil for the folder in which phones are remembered.
    package var folder: String?
    /// What a power cut may take.
    package var durability = Durability.normal
    /// How much is kept of the notices of each app.
    package var policy = StorePolicy()
    /// For how long, and up to which size.
    package var retention = Retention()

    /// What holds where nobody says anything.
    package init() {}

    /// What a section says, whose values are right.
    package init(_ section: SectionValues) {
        isKept = section[SettingsKeys.keepsHistory]
        folder = section[SettingsKeys.historyFolder]
        durability = section[SettingsKeys.durability]
        policy.standard = section[SettingsKeys.stored]
        let apps: [(Key<[String]>, StoredDetail)] = [
            (SettingsKeys.storedInFull, .full), (SettingsKeys.storedWithoutText, .meta),
            (SettingsKeys.notStored, .none),
        ]
        for (key, detail) in apps {
            for app in section[key] { policy.apps[app] = detail }
        }
        retention.age = section[SettingsKeys.historyAge]
        if retention.age == .zero { retention.age = nil }
        retention.rows = section[SettingsKeys.historyRows]
        retention.bytes = section[SettingsKeys.historySize]
    }
}
