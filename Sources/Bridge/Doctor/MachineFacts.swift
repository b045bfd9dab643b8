import BlueZRadio
import Bridge
import Commands
import Configuration
import Control
import KernelRadio
import Linux
import Outlets
import Radio

/// All facts about this host that the checks evaluate, gathered beforehand.
struct MachineFacts: Sendable {
    var configuration = ConfigurationFacts.inOrder(path: SettingsFile.ofSystem, isThere: true)
    /// Whether the configuration is that of the running bridge instead of the default.
    var isConfigurationOfRunning = false
    /// Modification time of the bridge's configuration.
    var configurationChanged: WallTime?
    var state = StateFacts(folder: StateFacts.ofSystem, list: .absent)
    /// Paired phones; nil if the list could not be read.
    var phones: [PairedPhone]?
    var adapter = AdapterChoice.any
    /// Radio to check: that of `--radio`, else of the running bridge, else of the configuration.
    var radio = RealRadio.bluez
    /// Configured radio; nil if the configuration could not be read.
    var configuredRadio: RadioKind? = .bluez
    /// Configured appearance to phones; nil if the configuration could not be read.
    var shape: Shape? = .hid
    /// Whether the clock of this host is to be set by phones.
    var setsClock = false
    /// Whether the bridge has simulated phones, or would have.
    var isSimulated = false
    var survey = BlueZSurvey.Findings(service: .absent)
    /// Facts of the kernel, if its radio is used.
    var kernel = KernelSurvey.Findings()
    var bridge = BridgeFacts.silent(.noBridge(path: "/run/callboard/control.sock"))
    var host = HostFacts()
    /// Configured serial ports; nil if the configuration could not be read.
    var ports: [SerialPortFacts]? = []
    /// All connected serial ports, by stable names; empty if no serial port is configured.
    var connectedPorts: [String] = []
    /// Terminals used as displays; nil if the configuration could not be read.
    var consoles: [SerialPortFacts]? = []
    /// Servers of character displays; nil if the configuration could not be read.
    var lcds: [LCDFacts]? = []
    /// All configured outputs, for their own checks; nil if the configuration could not be read.
    var outlets: [any OutletConfiguration]? = []
    /// All add-on services.
    var addOns: [AddOnFacts] = []
    /// Beacon settings; nil if the configuration could not be read.
    var beacons: BeaconFacts? = BeaconFacts()
    /// Whether the systemd unit for the radio is installed.
    var hasService = true
    /// Access rights of the service; nil if it is not installed, or the configuration is not that of the service.
    var serviceRights: ServiceRights?
    /// Processes on the system bus; nil if the bus did not answer, or the kernel radio is used.
    var programs: [RunningProgram]?
    var isRoot = false
    /// Options of `doctor` to repeat in advised commands.
    var given = GivenOptions()

    /// The adapter that a bridge uses with bluetoothd; nil if there is none.
    var chosen: BlueZSurvey.Adapter? {
        survey.adapters.first { $0.name == survey.chosen }
    }

    /// Name of the adapter that a bridge uses.
    var nameOfChosen: String? {
        switch radio {
        case .bluez: chosen?.name
        case .kernel: kernel.chosen
        }
    }

    /// The service that runs the bridge.
    var service: ServiceUnit { ServiceUnit(of: radio) }

    /// Command that starts the bridge.
    var start: String { hasService ? service.enable : "callboard run" }
    /// Path of the configuration to change.
    var configurationFile: String {
        switch configuration {
        case .inOrder(let path, _), .unreadable(let path, _): path
        case .wrong, .pipe: given.file ?? SettingsFile.ofSystem
        }
    }
    /// Command that restarts the bridge.
    var restart: String { hasService ? service.restart : "start the bridge again" }
    /// The restart to append to another command.
    var andRestart: String { (hasService ? " && " : ", then: ") + restart }
    /// Command that reloads the configuration.
    var reload: String { hasService ? service.reload : "callboard reload" }

    /// Status of the running bridge, if it answered.
    var running: BridgeAnswer? {
        if case .answered(let answer) = bridge { answer } else { nil }
    }
}

/// Beacon settings of the configuration.
struct BeaconFacts: Hashable, Sendable {
    /// The listening schedule; nil if the host does not listen.
    var listening: String?
    /// Number of beacons that the host sends.
    var broadcasts = 0
}

/// Result of reading the configuration.
enum ConfigurationFacts: Hashable, Sendable {
    case inOrder(path: String, isThere: Bool)
    /// First error, and the number of further errors.
    case wrong(String, further: Int)
    case unreadable(path: String, Errno)
    case pipe(path: String)
}

/// Content of the state folder.
struct StateFacts: Hashable, Sendable {
    /// State folder of the service.
    static let ofSystem = "/var/lib/callboard"

    enum List: Hashable, Sendable {
        /// The folder does not exist yet.
        case absent
        /// The folder is not readable for this user.
        case closed
        /// The path cannot be used as a state folder; with the reason, as a sentence.
        case unusable(String)
        /// The list of phones cannot be read or parsed; with the reason, as a sentence.
        case broken(String)
        case readable
    }

    var folder: String
    var list: List
    /// Whether the running bridge uses this folder.
    var isOfRunning = false
    /// The folder that the running bridge uses instead; nil if it uses this one, or none is known.
    var otherOfRunning: String?
    /// Owner and mode of the folder, if known.
    var rights: FileInspection?
    /// Owner and mode of the files in it, by name.
    var fileRights: [String: FileInspection] = [:]
}

/// A process on the system bus.
struct RunningProgram: Hashable, Sendable {
    var process: Int32
    /// Name in the kernel, at most 15 bytes.
    var command: String
    /// Well-known names that it owns on the bus.
    var names: [String] = []
    /// Arguments of bluetoothd; empty for other programs.
    var arguments: [String] = []

    /// Whether it is bluetoothd.
    var isBluetoothd: Bool { names.contains("org.bluez") }
}

/// Facts from files of the host.
struct HostFacts: Sendable {
    /// An rfkill switch.
    struct RadioSwitch: Hashable, Sendable {
        /// Name of the adapter.
        var name: String
        var isSoftBlocked: Bool
        var isHardBlocked: Bool
    }

    var now = WallTime.now
    /// Adapters, as far as known from files.
    var adapters: [AdapterIdentity] = []
    /// Kernel version; nil if unknown.
    var kernel: KernelVersion?
    /// Distribution; nil if unknown.
    var system: SystemIdentity?
    /// Whether a time zone is set.
    var hasTimeZone = true
    /// Bluetooth switches; nil if the kernel has no rfkill.
    var switches: [RadioSwitch]?
    /// Enabled Callboard services.
    var enabledServices: Set<ServiceUnit> = []
    /// Whether bluetoothd starts by itself: with the host, with an adapter, or on request.
    var startsDaemon = true
    /// bluetoothd's own configuration.
    var bluetoothSettings = HostFile.absent
    /// Model of a single-board computer.
    var board: String?
    /// Boot configuration of a Raspberry Pi.
    var bootSettings: (path: String, text: String)?
    /// Whether WirePlumber is a version that is configured in Lua.
    var hasOldWirePlumber = false
    /// Whether the kernel prints more than errors on the host's screen.
    var printsOnScreen = false
    /// Whether the drop-in that keeps WirePlumber from taking a phone's audio is installed.
    var leavesPhonesAlone = false
}

/// Options of `doctor` to repeat in other commands.
struct GivenOptions: Sendable {
    /// Value of --config.
    var file: String?
    /// Value of --state.
    var state: String?
    /// Value of --radio.
    var radio: RealRadio?

    /// Command that lists all errors of the configuration.
    var configCheck: String {
        "sudo callboard config check" + option("--config", file)
    }

    /// Command that pairs a phone.
    var pair: String {
        "sudo callboard pair" + option("--config", file) + option("--state", state)
            + option("--radio", radio?.rawValue)
    }

    /// Start of the command that forgets a phone.
    var forget: String {
        "sudo callboard forget" + option("--config", file) + option("--state", state)
            + option("--radio", radio?.rawValue)
    }

    private func option(_ name: String, _ value: String?) -> String {
        value.map { " \(name) \(ShellWord($0).quoted)" } ?? ""
    }
}
