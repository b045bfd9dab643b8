package import History
import Linux
package import Settings

/// What the configuration says about the history.
package struct HistorySettings: Hashable, Sendable {
    package var isKept = true
    package var folder: String?
    package var durability = Durability.normal
    package var policy = StorePolicy()
    package var retention = Retention()

    package init() {}

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
