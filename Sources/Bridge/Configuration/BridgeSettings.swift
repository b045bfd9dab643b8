package import BeaconMonitoring
import Commands
package import Control
import Formats
import Linux
package import Notices
import Outlets
package import Radio
package import Settings

/// What a checked configuration means to the bridge.
package struct BridgeSettings: Sendable {
    /// Which radio is used, or that phones are simulated.
    package var radio: RadioKind
    /// What simulated phones do, where they are.
    package var simulation: SimulationSettings
    /// The adapter that is used.
    package var adapter: AdapterChoice
    /// What phones see when they look for this host.
    package var shape: Shape
    /// What phones call this host; nil for the adapter's name.
    package var name: String?
    /// How texts come from bluetoothd.
    package var dataSource: DataSourceMode
    /// How many bytes of a text phones are asked for.
    package var textLength: UInt16
    /// Where the control socket is; nil for the usual place.
    package var socket: String?
    /// Who may do what over that socket.
    package var rights: ControlRights
    /// What holds for all notices.
    package var general: GeneralRules
    /// What holds for some, in the order of the file.
    package var rules: [Rule]
    /// How much is kept, and where.
    package var history: HistorySettings
    /// The outlets of all kinds.
    package var outlets: OutletConfigurations
    /// What beacons mean, and what the host sends.
    package var beacons: BeaconSettings
    /// The programs beside the bridge that have a section.
    package var companions: [String]
    /// What a person should know although it is allowed, in sentences.
    package var notes: [String] {
        beacons.notes + beacons.notes(on: rules) + companionNotes
    }
    /// The same of the add-on services.
    private let companionNotes: [String]
    /// What is wrong with values that only their users could find.
    package let problems: [SettingsProblem]

    /// What all sections mean, and what only that shows to be wrong.
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

        let control = configuration[SettingsSections.control]
        socket = control[ControlKeys.socket]
        rights = ControlRights(
            readGroup: control[SettingsKeys.readGroup] ?? Self.usualReaders,
            actGroup: control[SettingsKeys.actGroup],
            lookBackGroup: control[SettingsKeys.lookBackGroup] ?? Self.usualLookBack,
            handOverGroup: control[SettingsKeys.handOverGroup] ?? Self.usualHandOver,
            services: Self.services)

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
        companions = AddOnSections.given(in: configuration)
        companionNotes = AddOnSections.notes(on: configuration)
        self.problems =
            problems + OutletConfigurations.problems(with: configuration)
            + BeaconSettings.problems(
                with: configuration, adapter: radio[SettingsKeys.adapter])
            + AddOnSections.problems(with: configuration)
    }

    /// The users that packages make for the programs beside the bridge.
    private static var services: Set<UInt32> {
        Set(
            AddOnSections.all.compactMap { section in
                (try? UserAccount.named("callboard-\(section.name)"))?.number
            })
    }

    /// The group that a package makes for the program that hands histories over.
    private static var usualHandOver: UserGroup? { try? UserGroup.named("callboard-central") }

    /// The group that a package makes for the program that shows the wall, whose page looks back.
    private static var usualLookBack: UserGroup? { try? UserGroup.named("callboard-wall") }

    /// The group that a package makes for those who may watch; only who is in it can let others be.
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
