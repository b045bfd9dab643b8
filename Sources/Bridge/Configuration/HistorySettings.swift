import Linux
package import Notices
package import Settings

/// History settings of the configuration.
package struct HistorySettings: Hashable, Sendable {
    /// Whether a history is kept.
    package var isKept = true
    /// Folder of the history; nil for the state folder.
    package var folder: String?
    /// Durability of writes in case of a power failure.
    package var durability = Durability.normal
    /// Level of detail stored for each app.
    package var policy = StorePolicy()
    /// Whether battery levels of phones are stored.
    package var keepsBattery = false
    /// Limits of age and size.
    package var retention = Retention()

    /// Creates the defaults.
    package init() {}

    /// Reads the settings from a checked section.
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
        keepsBattery = section[SettingsKeys.keepsBattery]
        retention.age = section[SettingsKeys.historyAge]
        if retention.age == .zero { retention.age = nil }
        retention.rows = section[SettingsKeys.historyRows]
        retention.bytes = section[SettingsKeys.historySize]
    }
}
