import ANCS
import BeaconMonitoring
import Bridge
import Commands
import Configuration
import Control
import Formats
import History
import JSON
import Linux
import Notices
import Outlets
import Radio

/// A running bridge with configuration, control socket and service manager.
@LoopActor
final class Service {
    /// Time limit for stopping.
    private nonisolated static let patience: Duration = .milliseconds(1500)

    /// Controller of pairing; nil if the phones are simulated.
    var pairing: PairingController?

    private let options: RunCommand
    /// Settings at the start.
    private let settings: BridgeSettings
    private let foreground: ForegroundBridge
    private let manager: ServiceManager?
    private let started = SteadyTime.now
    /// Clock that phones may set; nil if they are simulated.
    private let clock: (any SettableClock)?
    private let pace: Pace
    private let socket: String?
    private let recording: Recording?
    /// Router of client requests.
    private let router = ControlRouter()
    private var controller: RequestHandlers?
    private var mutes: MuteController?
    private var history: HistoryOutlet?
    /// Controller of beacon scanning and broadcasts.
    private let beacons: BeaconMonitor
    /// Provides the current state to displays and clients that are added later.
    private let keeper = CurrentState()
    /// Apps that have sent something, regardless of rules.
    private let apps = SeenApps()
    private let addOns = AddOnController()
    private let batteries: BatteryWarnings
    private let watchdog = Alarm()
    private var lastReload = Reload()

    /// - Parameters:
    ///   - clock: the clock that phones may set.
    ///   - finish: called once, when everything is over.
    init(
        _ options: RunCommand, _ settings: BridgeSettings, radio: any Radio,
        clock: (any SettableClock)? = nil, pace: Pace,
        finish: @escaping @LoopActor (ForegroundBridge.Ending) -> Void
    ) {
        self.options = options
        self.settings = settings
        self.clock = clock
        self.pace = pace
        socket = options.socket ?? settings.socket ?? ControlPath.ofServer
        manager = ServiceManager.take()
        let recording = Recording(options, pace)
        self.recording = recording
        let radioOfAir = radio as? any AirRadio
        let foreground = ForegroundBridge(
            name: "the bridge", radio: recording?.around(radio) ?? radio,
            outputs: options.outlets(with: settings).compactMap { $0 as? OutputConfiguration },
            showsSource: options.showsSource,
            configuration: Session.Configuration(maximumTextLength: settings.textLength),
            further: settings.furtherServices, pace: pace, patience: Self.patience, keeper: keeper,
            finish: finish)
        self.foreground = foreground
        batteries = BatteryWarnings(foreground.bridge.texts, limit: settings.batteryLow)
        beacons = BeaconMonitor(
            radioOfAir, rememberingIn: options.memoryFolder(with: settings),
            isSimulated: options.isSimulated, pace: pace, for: foreground)
    }

    /// Starts the bridge.
    func start() {
        foreground.willStart = { [weak self] bridge in self?.begin(bridge) }
        foreground.hungUp = { [weak self] in self?.reloadForSignal() }
        foreground.willEnd = { [weak self] in self?.end() }
        foreground.start()
    }

    private func begin(_ bridge: Bridge) -> ForegroundBridge.Ending? {
        if let problem = recording?.problem {
            return ForegroundBridge.Ending(status: .outputFailed, sentences: [problem])
        }
        recording?.foreground = foreground
        bridge.rules = RuleBook(rules: settings.rules, general: settings.general)
        if settings.setsClock, let clock {
            bridge.clock = ClockController(clock) { [weak self] in self?.foreground.advise($0) }
        }
        beginHistory()
        beginMutes(bridge)
        bridge.add(keeper)
        bridge.add(batteries)
        if let pairing {
            bridge.add(pairing)
            pairing.bridge = bridge
        }
        if let ending = beginControl(bridge) { return ending }
        // Only after the socket is claimed: a bridge that fails to claim it must not draw on displays of the running one.
        foreground.bridgeOutlets.register(with: router)
        if let problem = foreground.bridgeOutlets.replace(options.outlets(with: settings)) {
            return ForegroundBridge.Ending(status: .outputFailed, sentences: [problem])
        }
        foreground.add(beacons)
        beacons.start(settings.beacons)
        for note in settings.notes { foreground.advise(note) }
        if let note = options.whatIsLeftAlone(with: settings) { foreground.advise(note) }
        tell(.ready)
        feedWatchdog()
        return nil
    }

    private func beginControl(_ bridge: Bridge) -> ForegroundBridge.Ending? {
        guard let socket else {
            foreground.advise(
                "there is no place for a control socket, so no other command can reach this "
                    + "bridge: name one with --socket")
            return nil
        }
        let controller = RequestHandlers(settings.rights, knowing: keeper, beacons)
        register(controller, for: bridge)
        let isNamed = options.socket != nil || settings.socket != nil
        do throws(SocketError) {
            try controller.listen(at: socket, isNamed: isNamed, router: router)
            self.controller = controller
            foreground.add(controller)
            bridge.add(apps)
        } catch {
            let sentence = "the control socket cannot be used: \(error)"
            // If no socket was named, notifications take precedence; a service must not run twice.
            guard !isNamed, manager == nil else {
                return ForegroundBridge.Ending(status: .unavailable, sentences: [sentence])
            }
            foreground.advise(sentence)
        }
        return nil
    }

    private func beginMutes(_ bridge: Bridge) {
        let memory = MuteMemory(
            folder: options.memoryFolder(with: settings), isSimulated: options.isSimulated)
        let mutes = MuteController(for: bridge, in: memory, hearing: apps, telling: foreground)
        self.mutes = mutes
        foreground.add(mutes)
    }

    private func beginHistory() {
        guard let folder = options.historyFolder(with: settings) else { return }
        let history = HistoryOutlet(
            settings.history, in: folder,
            kind: options.kind(with: settings) == .simulated ? .simulated : .real, pace: pace,
            tell: { [weak foreground] in foreground?.advise($0) })
        self.history = history
        foreground.add(history)
    }

    private func end() {
        tell(.stopping)
        watchdog.cancel()
        pairing?.stop()
    }

    private func tell(_ message: ServiceManager.Message) {
        // An unreachable service manager must not stop the bridge.
        try? manager?.notify(message)
    }

    private func feedWatchdog() {
        guard let interval = manager?.watchdogInterval else { return }
        tell(.watchdog)
        watchdog.set(after: interval, for: self) { $0.feedWatchdog() }
    }

    /// Registers the request handlers of all parts.
    private func register(_ controller: RequestHandlers, for bridge: Bridge) {
        router.on { [weak self] (_: StatusRequest, _) in self?.status ?? StatusAnswer() }
        router.on { [weak self, weak controller] (_: ReloadRequest, peer) throws(ControlRefusal) in
            if let problem = self?.reload() {
                // Errors quote the configuration, with names of people, apps and phones.
                let mayRead = controller?.mayRead(peer) == true
                throw ControlRefusal(.failed, mayRead ? problem : Self.problemForOthers)
            }
            return NoAnswer()
        }
        controller.register(with: router)
        apps.register(with: router)
        addOns.register(with: router, knowing: controller)
        mutes?.register(with: router, knowing: controller)
        beacons.register(with: router)
        ActionController(for: bridge, knowing: controller).register(with: router)
        TextRequests(texts: bridge.texts, foreground: foreground).register(with: router)
        if let pairing {
            pairing.register(with: router)
        } else {
            PairingController.refuse(
                with: ControlRefusal(.failed, RadioKind.nothingPaired), router: router)
        }
        if let history {
            history.register(
                with: router,
                refusingOutbox: options.isAtUsualSocket ? OutboxController.simulated : nil)
        } else {
            HistoryOutlet.refuse(
                with: OutboxController.noHistory(isTried: options.isSimulated), router: router)
        }
    }

    /// Message about a rejected configuration for clients without the right to read, instead of the errors.
    private static let problemForOthers =
        "it has errors; callboard config check lists them"

    private func reloadForSignal() {
        tell(.reloading)
        if let problem = reload() {
            // Each error is a separate line, also in a journal.
            let lines = problem.split(separator: "\n")
            for (index, line) in lines.enumerated() {
                let number = lines.count > 1 ? " (\(index + 1) of \(lines.count))" : ""
                foreground.advise("the configuration stays as it was\(number): \(line)")
            }
        }
        tell(.ready)
    }

    /// Reads the configuration again; on error returns it and keeps the previous configuration.
    private func reload() -> String? {
        foreground.bridgeOutlets.reopen()
        lastReload = Reload(needsRestart: lastReload.needsRestart)
        let new: BridgeSettings
        do throws(SettingsFile.Failure) {
            new = try options.file.read()
        } catch {
            lastReload.problem = "\(error)"
            return lastReload.problem
        }
        let outlets = options.outlets(with: new)
        let problem =
            OutputConfiguration.problem(with: outlets) ?? foreground.bridgeOutlets.replace(outlets)
        guard problem == nil else {
            lastReload.problem = problem
            return problem
        }
        foreground.bridge.rules.replace(rules: new.rules, general: new.general)
        controller?.rights = new.rights
        history?.apply(new.history)
        batteries.limit = new.batteryLow
        beacons.apply(new.beacons)
        for note in new.notes { foreground.advise(note) }
        lastReload.needsRestart = settings.whatNeedsRestart(to: new)
        if let sentence = lastReload.sentence { foreground.advise(sentence) }
        return nil
    }

    private var status: StatusAnswer {
        var status = StatusAnswer()
        status.version = ProgramVersion.current
        status.pid = Int(CurrentProcess.id)
        status.started = started.wall
        foreground.bridge.status.tell(
            &status, options.kind(with: settings), isTried: options.isSimulated,
            shape: settings.shape)
        status.outlets = foreground.bridgeOutlets.statuses
        if let history {
            status.outlets.append(history.status.answer(named: "history"))
            status.history = StatusFolder(FileDescriptor.absolutePath(history.folder))
        }
        var control = controller?.clientStatus ?? StatusControl()
        control.path = socket ?? ""
        status.control = control
        status.clock = foreground.bridge.clock.map(StatusClock.init)
        status.addOns = addOns.statuses
        status.rules = foreground.bridge.rules.status
        status.mutes = mutes?.mutes.map(MutedApp.init) ?? []
        status.beacons = beacons.beaconStatus
        status.configuration = lastReload.status(of: options.file.path)
        status.state = options.memoryFolder(with: settings).map {
            StatusFolder(FileDescriptor.absolutePath($0))
        }
        return status
    }
}
