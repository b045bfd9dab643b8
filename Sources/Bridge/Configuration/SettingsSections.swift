import BeaconMonitoring
import Commands
import Outlets
package import Settings

/// The sections of the configuration, in the order in which the sample file has them.
package enum SettingsSections {
    /// How phones find this host, or which are simulated.
    package static let radio = Section(
        "radio", summary: "How phones find this host",
        keys: [
            SettingsKeys.radio.entry, SettingsKeys.adapter.entry, SettingsKeys.shape.entry,
            SettingsKeys.name.entry, SettingsKeys.dataSource.entry, SettingsKeys.textLength.entry,
            SettingsKeys.scenario.entry, SettingsKeys.repeatAfter.entry,
        ])
    /// The control socket, and who may do what over it.
    package static let control = Section(
        "control", summary: "Who may ask the running bridge for something",
        details: [
            "Root and the user that the bridge runs as may do everything. Others may do what the "
                + "groups below let them."
        ],
        keys: [
            ControlKeys.socket.entry, SettingsKeys.readGroup.entry, SettingsKeys.actGroup.entry,
            SettingsKeys.lookBackGroup.entry, SettingsKeys.handOverGroup.entry,
        ])
    /// What holds for all notices.
    package static let notices = Section(
        "notices", summary: "What holds for all notices that no rule is about",
        keys: [
            SettingsKeys.quietHours.entry, OutletKeys.quietDays.entry,
            OutletKeys.quietCalls.entry, SettingsKeys.duplicates.entry, SettingsKeys.rate.entry,
        ])
    /// A rule about some notices; there may be many.
    package static let rule = Section(
        "rule", placeholder: "NAME", summary: "What becomes of some notices",
        details: [
            "Rules are tried in their order, and the first whose conditions all hold decides. "
                + "callboard apps lists the apps that have sent something."
        ],
        keys: [
            SettingsKeys.app.entry, SettingsKeys.category.entry, SettingsKeys.phone.entry,
            SettingsKeys.item.entry, SettingsKeys.sender.entry, SettingsKeys.match.entry,
            SettingsKeys.flags.entry,
            SettingsKeys.hours.entry, SettingsKeys.days.entry, SettingsKeys.action.entry,
            SettingsKeys.renameApp.entry, SettingsKeys.renameSender.entry,
        ],
        advice: [
            "from": "did you mean sender?", "contact": "did you mean sender?",
            "title": "did you mean sender?", "text": "did you mean match?",
            "message": "did you mean match?", "weekdays": "did you mean days?",
            "time": "did you mean hours?",
        ])
    /// What is kept, where and for how long.
    package static let history = Section(
        "history", summary: "What is kept of the notices",
        details: [
            "Rules that drop, hide or rename hold for the history as well; quiet hours, "
                + "duplicates and "
                + "the pace for each app do not."
        ],
        keys: [
            SettingsKeys.keepsHistory.entry, SettingsKeys.historyFolder.entry,
            SettingsKeys.durability.entry, SettingsKeys.historyAge.entry,
            SettingsKeys.historyRows.entry, SettingsKeys.historySize.entry,
            SettingsKeys.stored.entry, SettingsKeys.storedInFull.entry,
            SettingsKeys.storedWithoutText.entry, SettingsKeys.notStored.entry,
        ])

    /// The table.
    package static let table = SettingsTable(
        [radio, control, notices, rule, history] + OutletKinds.all.map { $0.section }
            + BeaconSections.all + AddOnSections.all,
        variablePrefix: "CALLBOARD")
}
