import BeaconMonitoring
import Commands
import Outlets
package import Settings

/// Sections of the configuration, in the order of the sample file.
package enum SettingsSections {
    /// The radio or the simulation.
    package static let radio = Section(
        "radio", summary: "How phones find this host",
        keys: [
            SettingsKeys.radio.entry, SettingsKeys.adapter.entry, SettingsKeys.shape.entry,
            SettingsKeys.name.entry, SettingsKeys.dataSource.entry, SettingsKeys.textLength.entry,
            SettingsKeys.services.entry, SettingsKeys.batteryLow.entry,
            SettingsKeys.setsClock.entry,
            SettingsKeys.scenario.entry, SettingsKeys.repeatAfter.entry,
        ])
    /// The control socket and its access rights.
    package static let control = Section(
        "control", summary: "Access to the running bridge",
        details: [
            "Root and the user that the bridge runs as may do everything. Others have the "
                + "rights of the groups below."
        ],
        keys: [
            ControlKeys.socket.entry, SettingsKeys.readGroup.entry, SettingsKeys.actGroup.entry,
            SettingsKeys.lookBackGroup.entry, SettingsKeys.handOverGroup.entry,
        ])
    /// Settings for all notifications.
    package static let notices = Section(
        "notices",
        summary: "Settings for all notifications; a rule with show overrides quiet hours",
        keys: [
            SettingsKeys.quietHours.entry, OutletKeys.quietDays.entry,
            OutletKeys.quietCalls.entry, SettingsKeys.duplicates.entry, SettingsKeys.rate.entry,
        ])
    /// A rule; repeatable.
    package static let rule = Section(
        "rule", placeholder: "NAME", summary: "A rule for some notifications",
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
    /// The history.
    package static let history = Section(
        "history", summary: "The history of notifications",
        details: [
            "Rules that drop, hide or rename also apply to the history; quiet hours, duplicates "
                + "and the rate of each app do not."
        ],
        keys: [
            SettingsKeys.keepsHistory.entry, SettingsKeys.historyFolder.entry,
            SettingsKeys.durability.entry, SettingsKeys.historyAge.entry,
            SettingsKeys.historyRows.entry, SettingsKeys.historySize.entry,
            SettingsKeys.stored.entry, SettingsKeys.storedInFull.entry,
            SettingsKeys.storedWithoutText.entry, SettingsKeys.notStored.entry,
            SettingsKeys.keepsBattery.entry,
        ])

    /// Table of all sections.
    package static let table = SettingsTable(
        [radio, control, notices, rule, history] + OutletKinds.all.map { $0.section }
            + BeaconSections.all + AddOnSections.all,
        variablePrefix: "CALLBOARD")
}
