package import BeaconMonitoring
import Commands
package import Control
import Formats
import Linux
package import Notices
import Outlets
package import Radio
package import Settings

/// Settings of the bridge from a checked configuration.
package struct BridgeSettings: Sendable {
    /// Kind of radio, including simulated phones.
    package var radio: RadioKind
    /// Scenario of simulated phones.
    package var simulation: SimulationSettings
    /// Bluetooth adapter.
    package var adapter: AdapterChoice
    /// Appearance of this host to phones.
    package var shape: Shape
    /// Name of this host for phones; nil for the adapter's name.
    package var name: String?
    /// Transport of texts from bluetoothd.
    package var dataSource: DataSourceMode
    /// Maximum length of a text requested from phones, in bytes.
    package var textLength: UInt16
    /// Services of phones to use besides notifications.
    package var furtherServices: [FurtherService]
    /// Battery level at which a text is shown; nil for never.
    package var batteryLow: Int?
    /// Whether the clock of the host is set by that of a phone.
    package var setsClock: Bool
    /// Path of the control socket; nil for the default.
    package var socket: String?
    /// Access rights at the control socket.
    package var rights: ControlRights
    /// Settings for all notifications.
    package var general: GeneralRules
    /// Rules, in the order of the file.
    package var rules: [Rule]
    /// History settings.
    package var history: HistorySettings
    /// Outputs of all kinds.
    package var outlets: OutletConfigurations
    /// Beacon settings.
    package var beacons: BeaconSettings
    /// Names of the add-on services that have a section.
    package var addOns: [String]
    /// Notes about settings that are valid but probably not intended.
    package var notes: [String] {
        beacons.notes + beacons.notes(on: rules) + addOnNotes
    }
    /// Notes about the add-on services.
    private let addOnNotes: [String]
    /// Errors in values that only the interpretation of a section reveals.
    package let problems: [SettingsProblem]

    /// Interprets all sections and collects the errors found.
    package init(_ configuration: Configuration) {
        var problems: [SettingsProblem] = []
        let radio = configuration[SettingsSections.radio]
        self.radio = radio[SettingsKeys.radio]
        simulation = SimulationSettings(radio)
        adapter = AdapterChoice(radio[SettingsKeys.adapter])
        shape = radio[SettingsKeys.shape]
        name = radio[SettingsKeys.name]
        dataSource = radio[SettingsKeys.dataSource]
        textLength = UInt16(clamping: radio[SettingsKeys.textLength])
        furtherServices = radio[SettingsKeys.services]
        batteryLow = radio[SettingsKeys.batteryLow]
        setsClock = radio[SettingsKeys.setsClock]

        let control = configuration[SettingsSections.control]
        socket = control[ControlKeys.socket]
        rights = Self.rights(control)

        general = GeneralRules(configuration[SettingsSections.notices])
        rules = configuration.all(SettingsSections.rule).compactMap { section in
            do throws(SettingsProblem) {
                return try Rule(section)
            } catch {
                problems.append(error)
                return nil
            }
        }
        history = HistorySettings(configuration[SettingsSections.history])
        outlets = OutletConfigurations(configuration)
        beacons = BeaconSettings(configuration)
        addOns = AddOnSections.given(in: configuration)
        addOnNotes = AddOnSections.notes(on: configuration)
        self.problems =
            Self.clockProblems(radio) + problems
            + OutletConfigurations.problems(with: configuration)
            + BeaconSettings.problems(
                with: configuration, adapter: radio[SettingsKeys.adapter])
            + AddOnSections.problems(with: configuration)
    }

    private static func clockProblems(_ radio: SectionValues) -> [SettingsProblem] {
        guard radio[SettingsKeys.setsClock], !radio[SettingsKeys.services].contains(.time) else {
            return []
        }
        return [radio.problem(with: SettingsKeys.setsClock, "requires time under services")]
    }

    private static func rights(_ control: SectionValues) -> ControlRights {
        ControlRights(
            readGroup: control[SettingsKeys.readGroup] ?? usualReaders,
            actGroup: control[SettingsKeys.actGroup],
            lookBackGroup: control[SettingsKeys.lookBackGroup] ?? usualLookBack,
            handOverGroup: control[SettingsKeys.handOverGroup] ?? usualHandOver,
            services: services)
    }

    /// Users that packages create for the add-on services.
    private static var services: Set<UInt32> {
        Set(
            AddOnSections.all.compactMap { section in
                (try? UserAccount.named("callboard-\(section.name)"))?.number
            })
    }

    /// Group that a package creates for the uploads to the central database.
    private static var usualHandOver: UserGroup? { try? UserGroup.named("callboard-central") }

    /// Group that a package creates for the wall, whose page shows the history.
    private static var usualLookBack: UserGroup? { try? UserGroup.named("callboard-wall") }

    /// Group that a package creates for readers; nil if this process is not a member, because only
    /// members can give the socket to it.
    private static var usualReaders: UserGroup? {
        guard let group = try? UserGroup.named("callboard") else { return nil }
        return CurrentProcess.isMember(of: group.number) ? group : nil
    }
}

extension GeneralRules {
    fileprivate init(_ section: SectionValues) {
        self.init()
        quietHours = section[SettingsKeys.quietHours].map {
            Hours($0, on: section[OutletKeys.quietDays].flatMap(\.days))
        }
        silencesCalls = section[OutletKeys.quietCalls]
        duplicateWindow = section[SettingsKeys.duplicates]
        notesPerMinute = section[SettingsKeys.rate]
    }
}

extension Rule {
    fileprivate init(_ section: SectionValues) throws(SettingsProblem) {
        var conditions = Conditions()
        conditions.apps = section[SettingsKeys.app]
        conditions.categories = section[SettingsKeys.category]
        conditions.phones = section[SettingsKeys.phone]
        conditions.senders = section[SettingsKeys.sender]
        conditions.items = section[SettingsKeys.item]
        conditions.flags = section[SettingsKeys.flags]
        conditions.match = section[SettingsKeys.match]
        let days = section[SettingsKeys.days].flatMap(\.days)
        if let span = section[SettingsKeys.hours] {
            conditions.hours = Hours(span, on: days)
        } else if !days.isEmpty {
            conditions.hours = Hours(days: Set(days))
        }
        let action = RuleAction(
            section[SettingsKeys.action],
            appName: section[SettingsKeys.renameApp].map(Text.init),
            sender: section[SettingsKeys.renameSender].map(Text.init))
        guard action != RuleAction(nil) else {
            throw section.problem(
                with: SettingsKeys.action,
                "is missing, and so are rename-app and rename-sender: the rule does nothing")
        }
        self.init(section.name ?? "", conditions, action)
    }
}
