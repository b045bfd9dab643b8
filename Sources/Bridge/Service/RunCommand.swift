import ANCS
import Commands
import Configuration
import Formats
import HistoryCommands
import Outlets
package import Settings

/// Command line of `run`.
package struct RunCommand: Sendable {
    static let radio = Parameter<RadioKind>.choice(
        "radio", placeholder: "RADIO", default: .bluez,
        summary: "Listen to phones through bluetoothd, with the kernel alone, or to simulated ones")
    static let socket = Parameter<String?>.file(
        "socket", placeholder: "SOCKET", summary: "Listen for other commands at this socket")

    static let record = Parameter<String?>.file(
        "record", summary: "Record what passes between phones and this host in a new file")
    static let history = Parameter<String?>.file(
        HistoryPlace.parameter.option.name, placeholder: "DIR",
        summary: "Keep the history in this folder; simulated phones have none otherwise, and never "
            + "share one with real phones")
    static let anonymise = Parameter<Bool>.flag(
        "anonymise", summary: "Replace what people wrote by made-up words in the recording")

    /// Command table entry of `run`.
    package static let command = Command(
        name: "run", summary: "Listen to paired phones and show their notifications",
        details: [
            "The host advertises, paired phones come and go, and their notifications go to standard "
                + "output, to files, and to clients of the control socket (callboard tail). "
                + "This is what the service runs. Phones can be paired only with callboard pair.",
            "It keeps running without an adapter, and if bluetoothd, the adapter, a phone or an "
                + "output disappears and returns. SIGHUP reads the configuration again and "
                + "reopens files; SIGTERM, Ctrl-C and the end of its terminal end it: nohup and "
                + "setsid prevent the last.",
            "The command line takes precedence over the environment, and the environment over "
                + "the configuration.",
        ],
        examples: [
            Command.Example("callboard run", "for people, as it happens"),
            Command.Example("callboard run --format json | jq .title", "for programs"),
            Command.Example("callboard run -F board -F csv:calls.csv", "to a file as well"),
            Command.Example("callboard run -F null", "for the control socket alone"),
            Command.Example("callboard run --radio simulated", "without a phone"),
            Command.Example(
                "callboard run --radio kernel", "without bluetoothd: Docs/how-to/kernel.md"),
        ],
        options: [
            radio.option, OutputConfiguration.parameter.option, JSONChoice.json.option,
            SettingsFile.parameter.option,
            socket.option, history.option, record.option, anonymise.option,
        ] + RadioOptions.all + [
            SimulationChoice.scenario.option, SimulationChoice.speed.option,
            SimulationChoice.seed.option,
            RadioOptions.textLength.option, JSONChoice.raw.option,
        ],
        isForAdministrators: true)

    /// Whether the command line asks for simulated phones, regardless of the configuration.
    let isSimulated: Bool
    /// All parsed arguments.
    let given: ParsedArguments
    let file: SettingsFile
    let state: StateOptions
    let outputs: [OutputConfiguration]
    let socket: String?
    let scenario: String?
    let speed: Double
    let seed: UInt64
    let showsSource: Bool
    let record: String?
    let history: String?
    let isAnonymised: Bool
    /// Error in the options, as a sentence.
    let problem: String?

    /// Reads the parsed arguments.
    package init(_ arguments: ParsedArguments) {
        isSimulated = arguments[Self.radio] == .simulated
        given = arguments
        file = SettingsFile(arguments, override: RadioOptions.override(arguments))
        state = StateOptions(arguments)
        outputs = OutputConfiguration.plans(
            arguments[OutputConfiguration.parameter]
                + (arguments[JSONChoice.json] ? [(OutputFormat.json.rawValue, nil)] : []))
        socket = arguments[Self.socket]
        scenario = arguments[SimulationChoice.scenario]
        speed = arguments[SimulationChoice.speed]
        seed = UInt64(arguments[SimulationChoice.seed])
        showsSource = arguments[JSONChoice.raw]
        record = arguments[Self.record]
        history = arguments[Self.history]
        isAnonymised = arguments[Self.anonymise]
        if isAnonymised, record == nil {
            problem = "--anonymise is about a recording; name its file with --record"
        } else {
            problem = OutputConfiguration.problem(with: outputs)
        }
    }

    /// Options for simulated phones only.
    private static let ofSimulation = [
        SimulationChoice.scenario.option, SimulationChoice.speed.option,
        SimulationChoice.seed.option,
    ]

    /// Returns the kind of radio.
    func kind(with settings: BridgeSettings) -> RadioKind {
        isSimulated ? .simulated : settings.radio
    }

    /// Returns a message about an option that does not apply to the radio in use; nil if all do.
    func problem(with settings: BridgeSettings) -> String? {
        guard kind(with: settings) != .simulated else { return nil }
        if let option = Self.ofSimulation.first(where: given.has) {
            return "--\(option.name) is about simulated phones; add --radio simulated"
        }
        return RadioOptions.problem(with: given, settings)
    }

    /// Returns the folder of the history; nil if none is kept.
    func historyFolder(with settings: BridgeSettings) -> String? {
        if let history { return history }
        // A trial with simulated phones keeps no history by default.
        guard !isSimulated, settings.history.isKept else { return nil }
        return settings.historyFolder(orIn: state.folder)
    }

    /// Returns the folder for mutes and beacons; nil if they are not saved.
    ///
    /// Simulated phones never share a folder with real ones, unless a trial names it.
    func memoryFolder(with settings: BridgeSettings) -> String? {
        if isSimulated { return state.isNamed ? state.folder : nil }
        return settings.radio == .simulated
            ? StateOptions.folderOfSimulation(in: state.folder) : state.folder
    }

    /// Returns all outputs: those of the command line and of the configuration.
    ///
    /// A trial with simulated phones does not write to files of the default configuration, which belong to real phones.
    func outlets(with settings: BridgeSettings) -> [any OutletConfiguration] {
        let leavesFilesAlone = leavesFilesAlone
        return outputs + settings.outlets.all.filter { !leavesFilesAlone || $0.family != .output }
    }

    /// Returns a message about configured files that are not written; nil if there are none.
    func whatIsLeftAlone(with settings: BridgeSettings) -> String? {
        guard leavesFilesAlone else { return nil }
        let files = settings.outlets.of(OutputConfiguration.self).compactMap(\.file).map(
            \.printable)
        guard !files.isEmpty else { return nil }
        return "simulated phones write nothing to what the configuration has for real ones: "
            + "\(files.joined(separator: ", ")); --config FILE names a configuration to try"
    }
}
