import BlueZRadio
import Bridge
import Commands
import Configuration
import Control
import KernelRadio
import Linux
import Outlets
import Radio

/// Everything the checks need to know of this machine, gathered before the first of them.
struct MachineFacts: Sendable {
    var configuration = ConfigurationFacts.inOrder(path: SettingsFile.ofSystem, isThere: true)
    /// Whether that is the file of the running bridge rather than the usual one.
    var isConfigurationOfRunning = false
    /// When the file that the bridge reads was changed last.
    var configurationChanged: WallTime?
    var state = StateFacts(folder: StateFacts.ofSystem, list: .absent)
    /// The phones that were paired here; nil where nobody could say.
    var phones: [PairedPhone]?
    var adapter = AdapterChoice.any
    /// Which radio the bridge in question uses, or would.
    var radio = RealRadio.bluez
    /// Which one the configuration names; nil where that could not be read.
    var configuredRadio: RadioKind? = .bluez
    /// What the configuration has phones see; nil if it could not be read.
    var shape: Shape? = .hid
    /// Whether the bridge in question has simulated phones, or would have.
    var isSimulated = false
    var survey = BlueZSurvey.Findings(service: .absent)
    /// What the kernel says, where its radio is looked at.
    var kernel = KernelSurvey.Findings()
    var bridge = BridgeFacts.silent(.noBridge(path: "/run/callboard/control.sock"))
    var host = HostFacts()
    /// The serial ports of the configuration; nil where that could not be read.
    var ports: [SerialPortFacts]? = []
    /// What else could be one now.
    var connectedPorts: [String] = []
    /// The terminals that are displays; nil where the configuration could not be read.
    var consoles: [SerialPortFacts]? = []
    /// The servers of character displays; nil likewise.
    var lcds: [LCDFacts]? = []
    /// All outlets of the configuration, for those that look at themselves; nil likewise.
    var outlets: [any OutletConfiguration]? = []
    /// The programs beside the bridge that there can be.
    var companions: [AddOnFacts] = []
    /// What the configuration says of beacons; nil likewise.
    var beacons: BeaconFacts? = BeaconFacts()
    /// Whether the service that would run the bridge is installed.
    var hasService = true
    /// What the service has of devices and networks; nil where the configuration is not the service's.
    var serviceRights: ServiceRights?
    /// The processes on the system bus; nil where the bus did not say.
    var programs: [RunningProgram]?
    var isRoot = false
    /// What was given to doctor and belongs into the commands that it advises.
    var given = GivenOptions()

    /// The adapter that a bridge would take.
    var chosen: BlueZSurvey.Adapter? {
        survey.adapters.first { $0.name == survey.chosen }
    }

    /// The name of the adapter that a bridge would take.
    var nameOfChosen: String? {
        switch radio {
        case .bluez: chosen?.name
        case .kernel: kernel.chosen
        }
    }

    /// The service that would run the bridge.
    var service: ServiceUnit { ServiceUnit(of: radio) }

    /// How a bridge is started.
    var start: String { hasService ? service.enable : "callboard run" }
    /// How the bridge begins anew.
    var restart: String { hasService ? service.restart : "start the bridge again" }
    /// The same, after another command.
    var andRestart: String { (hasService ? " && " : ", then: ") + restart }
    /// How the bridge takes the configuration.
    var reload: String { hasService ? service.reload : "callboard reload" }

    /// What the bridge says of itself, where it answers.
    var running: BridgeAnswer? {
        if case .answered(let answer) = bridge { answer } else { nil }
    }
}

/// What a configuration wants of beacons.
struct BeaconFacts: Hashable, Sendable {
    /// When the host listens, as people write it; nil where it does not.
    var listening: String?
    /// How many beacons the host is.
    var broadcasts = 0
}

/// What became of reading the configuration.
enum ConfigurationFacts: Hashable, Sendable {
    case inOrder(path: String, isThere: Bool)
    /// What is wrong first, and how many mistakes there are besides.
    case wrong(String, further: Int)
    case unreadable(path: String, Errno)
    case pipe(path: String)
}

/// What is in the folder where phones are remembered.
struct StateFacts: Hashable, Sendable {
    /// The service's folder.
    static let ofSystem = "/var/lib/callboard"

    enum List: Hashable, Sendable {
        /// There is no folder yet.
        case absent
        /// This user may not look.
        case closed
        /// The folder cannot be used.
        case unusable(String)
        /// The list cannot be read.
        case broken(String)
        /// There are so many phones on it.
        case readable
    }

    var folder: String
    var list: List
    /// Whether the running bridge says that it uses this folder.
    var isOfRunning = false
    /// The folder that the running bridge uses instead.
    var otherOfRunning: String?
    /// Whose the folder is, and who may use it, where that is to be seen.
    var rights: FileInspection?
    /// The same of the files in it, by name.
    var fileRights: [String: FileInspection] = [:]
}

/// A process on the system bus.
struct RunningProgram: Hashable, Sendable {
    var process: Int32
    /// What the kernel calls it; at most 15 bytes.
    var command: String
    /// The well-known names that it owns on the bus.
    var names: [String] = []
    /// How bluetoothd was started; empty for other programs.
    var arguments: [String] = []

    /// Whether it is the program that serves Bluetooth over the bus.
    var isBluetoothd: Bool { names.contains("org.bluez") }
}

/// What the files of the machine say.
struct HostFacts: Sendable {
    /// A switch of the kernel that can block a radio.
    struct RadioSwitch: Hashable, Sendable {
        /// The adapter that it is about.
        var name: String
        var isSoftBlocked: Bool
        var isHardBlocked: Bool
    }

    var now = WallTime.now
    /// The adapters that the kernel has, as far as its files tell.
    var adapters: [AdapterIdentity] = []
    /// The kernel; nil where it is not to be seen.
    var kernel: KernelVersion?
    /// The distribution; nil where the machine does not say.
    var system: SystemIdentity?
    /// Whether somebody has set a time zone.
    var hasTimeZone = true
    /// The Bluetooth switches; nil where the kernel has none.
    var switches: [RadioSwitch]?
    /// The services of ours that begin with the machine.
    var enabledServices: Set<ServiceUnit> = []
    /// Whether bluetoothd begins by itself: with the machine, with an adapter, or when asked for.
    var startsDaemon = true
    /// bluetoothd's own configuration.
    var bluetoothSettings = HostFile.absent
    /// What a single-board computer calls itself.
    var board: String?
    /// The file that sets up a Raspberry Pi's hardware.
    var bootSettings: (path: String, text: String)?
    /// Whether WirePlumber is of the kind that is configured in Lua.
    var hasOldWirePlumber = false
    /// Whether the kernel writes more than errors on the machine's own screen.
    var printsOnScreen = false
    /// Whether WirePlumber was told to leave phones alone.
    var leavesPhonesAlone = false
}

/// Options of doctor that other commands have to be given, too.
struct GivenOptions: Sendable {
    /// The configuration, where one was named.
    var file: String?
    /// The folder of the phones, where one was named.
    var state: String?
    /// The radio, where one was named.
    var radio: RealRadio?

    /// The command that tells every mistake of the configuration.
    var configCheck: String {
        "sudo callboard config check" + option("--config", file)
    }

    /// The command that pairs a phone.
    var pair: String {
        "sudo callboard pair" + option("--config", file) + option("--state", state)
            + option("--radio", radio?.rawValue)
    }

    /// The beginning of the command that forgets a phone.
    var forget: String {
        "sudo callboard forget" + option("--config", file) + option("--state", state)
            + option("--radio", radio?.rawValue)
    }

    private func option(_ name: String, _ value: String?) -> String {
        value.map { " \(name) \(ShellWord($0).quoted)" } ?? ""
    }
}
