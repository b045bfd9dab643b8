import BeaconMonitoring
import BlueZRadio
import Bridge
import Commands
import Configuration
import Control
import KernelRadio
import LCD
import Linux
import Radio
import Screen
import Serial
import Settings

extension HostFacts {
    /// Limit of the search for rfkill switches; numbers only grow and are not reused.
    private static let switchLimit = 1024
    private static let bootFiles = ["/boot/firmware/config.txt", "/boot/config.txt"]

    /// Reads the facts from files of the host.
    init(_ files: HostFiles) {
        hasTimeZone = files.exists("/etc/localtime")
        adapters = AdapterIdentity.all(files)
        kernel = files.line("/proc/sys/kernel/osrelease").flatMap(KernelVersion.init(release:))
        system = files.read("/etc/os-release").text.map(SystemIdentity.init(osRelease:))
        bluetoothSettings = files.read("/etc/bluetooth/main.conf")
        enabledServices = Set([ServiceUnit.usual, .kernel].filter { files.exists($0.link) })
        startsDaemon = Self.startsDaemon(files)
        board = files.line("/proc/device-tree/model")
        bootSettings =
            Self.bootFiles.lazy.compactMap { path in
                files.read(path).text.map { (path, $0) }
            }.first
        printsOnScreen = Self.printsOnScreen(files)
        hasOldWirePlumber = files.exists(SoundDropIn.oldFolder)
        leavesPhonesAlone =
            files.exists((hasOldWirePlumber ? SoundDropIn.old : .new).path)
        guard files.exists("/sys/class/rfkill") else { return }
        switches = (0..<Self.switchLimit).compactMap { number in
            let folder = "/sys/class/rfkill/rfkill\(number)"
            guard files.exists(folder), files.line(folder + "/type") == "bluetooth" else {
                return nil
            }
            return RadioSwitch(
                name: files.line(folder + "/name") ?? "rfkill\(number)",
                isSoftBlocked: files.line(folder + "/soft") == "1",
                isHardBlocked: files.line(folder + "/hard") == "1")
        }
    }
}

extension HostFacts {
    private static let systemUnits = "/etc/systemd/system"
    private static let ofNothing = "/dev/null"

    /// Returns whether bluetoothd is enabled or activated over D-Bus, and not masked.
    private static func startsDaemon(_ files: HostFiles) -> Bool {
        if files.canonicalPath("\(systemUnits)/bluetooth.service") == ofNothing { return false }
        return ["bluetooth.target.wants/bluetooth.service", "dbus-org.bluez.service"].contains {
            files.exists("\(systemUnits)/\($0)")
        }
    }

    /// Number of the kernel log level of warnings; lower numbers are errors.
    private static let firstWarning = 4

    private static func printsOnScreen(_ files: HostFiles) -> Bool {
        let level = (files.line("/proc/sys/kernel/printk") ?? "").prefix { $0.isNumber }
        guard let level = Int(level), level > firstWarning else { return false }
        let consoles = (files.read("/proc/consoles").text ?? "").split(whereSeparator: \.isNewline)
        return consoles.contains { line in
            SerialDevice(node: String(line.prefix { $0 != " " })).isVirtual
        }
    }
}

extension StateFacts {
    /// Examines a state folder without creating it.
    static func look(
        into folder: String
    ) -> (facts: StateFacts, phones: [PairedPhone]?) {
        guard FileDescriptor.exists(folder) else {
            return (StateFacts(folder: folder, list: .absent), [])
        }
        var facts = StateFacts(folder: folder, list: .readable)
        facts.rights = FileInspection(at: folder)
        for file in files { facts.fileRights[file] = FileInspection(at: "\(folder)/\(file)") }
        do throws(MemoryError) {
            return (facts, try MemoryFolder(in: folder).phones())
        } catch {
            facts.list = List(error, folder)
            return (facts, nil)
        }
    }

    private static let files = [
        "adapter.json", "changes.lock", "keys.json", "lock", "phones.json", "places.json",
    ]
}

extension StateFacts.List {
    fileprivate init(_ error: MemoryError, _ folder: String) {
        switch error {
        case .folder(_, .accessDenied), .reading(_, .accessDenied): self = .closed
        case .folder, .writing, .reading(_, .notAFolder): self = .unusable("\(error)")
        case .reading, .content: self = .broken("\(error)")
        }
    }
}

extension BeaconFacts {
    fileprivate init(_ settings: BeaconSettings) {
        listening = settings.listens ? settings.scan.text : nil
        broadcasts = settings.broadcasts.count
    }
}

extension RunningProgram {
    /// Reads the name and arguments of a process on the bus.
    init(_ program: BlueZSurvey.Program, _ files: HostFiles) {
        process = program.process
        names = program.names
        command = files.line("/proc/\(program.process)/comm") ?? ""
        if isBluetoothd {
            let line = files.read("/proc/\(program.process)/cmdline").text ?? ""
            arguments = line.split(separator: "\0").map(String.init)
        }
    }
}

extension MachineFacts {
    /// Gathers all facts on the calling thread.
    init(_ options: DoctorCommand, _ files: HostFiles = HostFiles()) {
        isRoot = CurrentProcess.isRoot
        given = GivenOptions(
            file: options.file.named, state: options.state.isNamed ? options.state.folder : nil,
            radio: options.radio)
        host = HostFacts(files)
        var file = options.file
        var settings = takeConfiguration(file)
        let socket = options.socket ?? settings?.socket ?? ControlPath.ofClient
        bridge = BridgeFacts(ControlClient.ask(StatusRequest(), at: socket))
        if let other = fileOfRunning(insteadOf: file) {
            file = file.naming(other)
            isConfigurationOfRunning = true
            given.file = other == SettingsFile.ofSystem ? nil : other
            settings = takeConfiguration(file)
        }
        let folder = stateFolder(options.state, isOfService: socket == ControlPath.system)
        takeRadio(options.radio, folder)
        hasService = !InstalledUnits.among([service.name]).isEmpty
        let isOfService = file.path == SettingsFile.ofSystem
        serviceRights = isOfService ? ServiceRights(files, of: service) : nil
        takeOutputs(of: settings, files)
        beacons = settings.map { BeaconFacts($0.beacons) }
        addOns = AddOnSections.all.map { section in
            AddOnFacts(
                section.name, isConfigured: settings?.addOns.contains(section.name) ?? false,
                options: options.ofAddOns(reading: file.named), mayAsk: isRoot || !isOfService,
                files)
        }
        configurationChanged = running?.configurationFile.flatMap(FileInspection.changeTime(at:))
        takePhones(folder, socket)
        if !isSimulated { takeAdapters(folder, files) }
    }

    /// Determines the radio to check, and whether the phones of the bridge are simulated.
    ///
    /// - Parameter named: the radio given with `--radio`, which takes precedence; nil if none.
    private mutating func takeRadio(_ named: RealRadio?, _ folder: String) {
        // Without a readable configuration, a file of keys shows that the kernel radio is in use.
        let hasKeys = FileDescriptor.exists("\(folder)/\(KeyMemory.file)")
        let configured = configuredRadio.map { $0.real ?? .bluez }
        radio = named ?? running?.kind ?? configured ?? (hasKeys ? .kernel : .bluez)
        isSimulated =
            named == nil && running?.kind == nil
            && (running?.isSimulated == true || configuredRadio == .simulated)
    }

    /// Inspects the devices of the configured outputs.
    private mutating func takeOutputs(of settings: BridgeSettings?, _ files: HostFiles) {
        takePorts(settings?.outlets.of(SerialConfiguration.self), files)
        consoles = settings?.outlets.of(ScreenConfiguration.self).map { SerialPortFacts($0, files) }
        lcds = settings?.outlets.of(LCDConfiguration.self).map { LCDFacts($0, files) }
        outlets = settings?.outlets.all
    }

    /// Reads the paired phones from the state folder, or from the running bridge.
    private mutating func takePhones(_ folder: String, _ socket: String) {
        let found = StateFacts.look(into: folder)
        state = found.facts
        note(running?.stateFolder)
        phones = found.phones ?? toldPhones(at: socket)
    }

    /// Inspects the adapters through bluetoothd or the kernel.
    private mutating func takeAdapters(_ folder: String, _ files: HostFiles) {
        switch radio {
        case .bluez: askDaemon(files)
        case .kernel: askKernel(folder)
        }
        takeControllers()
    }

    /// Adds manufacturers of adapters as reported by bluetoothd or the kernel.
    private mutating func takeControllers() {
        for index in host.adapters.indices {
            let name = host.adapters[index].name
            if let told = survey.adapters.first(where: { $0.name == name }) {
                host.adapters[index].manufacturer = told.manufacturer
                host.adapters[index].version = told.version
            } else if let told = kernel.adapters.first(where: { $0.name == name }) {
                host.adapters[index].manufacturer = told.manufacturer
                host.adapters[index].version = told.version
            }
        }
    }

    private mutating func askDaemon(_ files: HostFiles) {
        let (adapter, addresses) = (adapter, (phones ?? []).map(\.address))
        survey = EventLoop.run {
            await BlueZSurvey(adapter: adapter, phones: addresses).look()
        }
        programs = survey.programs?.map { RunningProgram($0, files) }
    }

    private mutating func askKernel(_ folder: String) {
        let adapter = adapter
        kernel = EventLoop.run { await KernelSurvey(adapter: adapter, folder: folder).look() }
    }

    private mutating func takePorts(_ targets: [SerialConfiguration]?, _ files: HostFiles) {
        guard let targets else {
            ports = nil
            return
        }
        guard !targets.isEmpty else { return }
        ports = targets.map {
            SerialPortFacts($0, files, hasOwnBluetooth: host.sharesPortWithBluetooth)
        }
        let pins = host.raspberryPort ?? .shared
        connectedPorts = SerialPortFacts.connected(files, pins: pins.device)
    }

    private mutating func takeConfiguration(_ file: SettingsFile) -> BridgeSettings? {
        do throws(SettingsFile.Failure) {
            let settings = try file.read()
            configuration = .inOrder(path: file.path, isThere: FileDescriptor.exists(file.path))
            adapter = settings.adapter
            configuredRadio = settings.radio
            (shape, setsClock) = (settings.shape, settings.setsClock)
            return settings
        } catch {
            (configuredRadio, shape) = (nil, nil)
            switch error {
            case .unreadable(let path, let error):
                configuration = .unreadable(path: path, error)
            case .pipe(let path): configuration = .pipe(path: path)
            case .wrong(let error):
                configuration = .wrong(
                    error.problems.first?.description ?? "\(error)",
                    further: max(0, error.problems.count - 1) + error.furtherCount)
            }
            return nil
        }
    }

    /// Returns the paired phones that the running bridge reports, if this user cannot read the list.
    private func toldPhones(at socket: String) -> [PairedPhone]? {
        guard running != nil,
            case .success(let answer) = ControlClient.ask(PhonesRequest(), at: socket)
        else { return nil }
        return answer.value.phones.map { PairedPhone(address: $0.address, name: $0.name) }
    }
}
