import ATT
package import Linux
package import Radio

/// Radio without bluetoothd: the kernel's management of adapters, and a socket for each phone.
///
/// After every change of an adapter or a phone, the actual state is compared with the desired
/// state.
@LoopActor
package final class KernelRadio: PairingRadio {
    /// Pauses between attempts to open the kernel's management.
    private static let pauses: ClosedRange<Duration> = .seconds(1) ... .seconds(30)

    let options: Options
    let kernel: any Kernel
    let pace: Pace
    let places: PlaceMemory
    private(set) var handler: (@LoopActor (RadioEvent) -> Void)?
    /// Services required of each phone; the first is solicited in the advertisement.
    private(set) var needs: [ServiceNeed] = []
    private(set) var state: RadioState?
    /// Text of the state reported last.
    private var told: String?
    private(set) lazy var controllers = Controllers(kernel.management, pace: pace, for: self)
    private(set) lazy var advertiser = KernelAdvertiser(kernel.management, pace: pace, for: self)
    private(set) lazy var kernelAir = KernelAir(kernel.management, pace: pace, for: self)
    private(set) lazy var bonds = KnownBonds(KeyMemory(in: options.folder), for: self)
    private(set) lazy var phones = AllowedPhones(options.memory, for: self)
    /// Adapter in use.
    private(set) var adapter: KernelAdapter?
    /// Accepts links while it lives.
    private var listener: AnyObject?
    private(set) var controller: IncomingLinks?
    var window: KernelWindow?
    /// Number of connections made and ended, and of renewals, so far.
    ///
    /// Advertisements are added again when it changes.
    var connections = 0
    /// Process ID of the bluetoothd that uses the adapters.
    private(set) var daemon: Int32?
    private var daemonWatch: AnyObject?
    /// Error of opening the kernel's management.
    private(set) var refusal: Errno?
    private let alarm: Alarm
    private var pause = GrowingPause(pauses)
    /// Phones that were reported for not encrypting their links.
    var announcedInsecure: Set<String> = []
    /// Bonds of phones that have connected and were not forgotten since.
    var incomingLinks: Set<String> = []
    private var hasStopped = false

    /// Creates a radio over the kernel of this host.
    package convenience init(_ options: Options) {
        let pace = Pace()
        self.init(options, MachineKernel(pace: pace), pace: pace)
    }

    init(_ options: Options, _ kernel: any Kernel, pace: Pace) {
        self.options = options
        self.kernel = kernel
        self.pace = pace
        alarm = Alarm(on: pace)
        places = PlaceMemory(in: options.folder, pace: pace)
    }

    /// Connects to the kernel, or waits while bluetoothd uses the adapters.
    package func start(
        for needs: [ServiceNeed], _ handler: @escaping @LoopActor (RadioEvent) -> Void
    ) {
        self.needs = needs
        self.handler = handler
        bonds.start()
        phones.start()
        places.start()
        forgetPlaces()
        open()
    }

    /// Ends all links, and restores the adapter.
    package func stop() async {
        guard !hasStopped else { return }
        hasStopped = true
        handler = nil
        alarm.cancel()
        bonds.stop()
        phones.stop()
        await Farewell.wait(within: .seconds(1)) { farewell in
            farewell.wait(for: { [self] in
                // The window closes first, because its commands would wait for the adapter to power
                // off.
                await window?.close(.interrupted)
                closeController(because: .stopping)
                places.stop()
                kernelAir.listen(nil)
                kernelAir.update(on: nil)
                advertiser.update(to: nil)
                guard let adapter else { return }
                await adapter.restore()
                forgetOriginal(of: adapter)
            })
        }
        kernel.management.close()
    }

    // MARK: Kernel

    /// Opens the kernel's management, unless bluetoothd runs.
    private func open() {
        alarm.cancel()
        guard !hasStopped else { return }
        daemonWatch = nil
        daemon = kernel.daemon
        guard daemon == nil else { return lookAgain() }
        do throws(Errno) {
            try kernel.management.open { [weak self] index, event in
                self?.take(event, of: index)
            } lost: { [weak self] error in
                self?.lost(error)
            }
        } catch {
            refusal = error
            return lookAgain()
        }
        refusal = nil
        pause.reset()
        controllers.look()
    }

    private func lost(_ error: Errno) {
        refusal = error
        letGo("the kernel's management of Bluetooth is gone")
        lookAgain()
    }

    private func lookAgain() {
        enter(.noService)
        daemonWatch = daemon.flatMap { kernel.watch($0) { [weak self] in self?.open() } }
        guard daemonWatch == nil else { return }
        alarm.set(after: pause.take(), for: self) { $0.open() }
    }

    private func take(_ event: ManagementEvent, of index: ControllerIndex) {
        guard !hasStopped else {
            if let adapter, adapter.index == index { refusePairing(event, on: adapter) }
            return
        }
        if case .deviceFound(let found) = event {
            // Reports may arrive hundreds of times a second.
            guard adapter?.index == index else { return }
            return kernelAir.take(found) { bond(of: $0)?.name }
        }
        // A starting bluetoothd changes settings and removes advertisements. Its presence is
        // checked before such an event is taken for a change of the adapter.
        switch event {
        case .newSettings, .advertisingRemoved:
            if adapter?.index == index, yieldToDaemon() { return }
        default: break
        }
        controllers.take(event, of: index)
        guard let adapter, adapter.index == index else { return }
        switch event {
        case .newSettings(let settings): adapter.take(settings)
        case .advertisingRemoved(let instance): advertiser.take(removed: instance)
        case .deviceConnected, .deviceDisconnected:
            connections += 1
            places.write()
            compare()
        default: break
        }
        takePairing(event, on: adapter)
    }

    /// Releases the adapters if bluetoothd has started, and returns whether it has.
    ///
    /// bluetoothd takes over adapters that another program uses.
    private func yieldToDaemon() -> Bool {
        guard let found = kernel.daemon else { return false }
        daemon = found
        kernel.management.close()
        letGo("bluetoothd has taken the adapter")
        lookAgain()
        return true
    }

    /// Releases the adapter, which is gone or used by bluetoothd.
    private func letGo(_ words: String) {
        kernelAir.update(on: nil)
        advertiser.update(to: nil)
        listener = nil
        closeController(because: nil)
        adapter?.letGo()
        adapter = nil
        window?.vanished(words)
        window = nil
    }

    private func closeController(because reason: LetGo?) {
        listener = nil
        controller?.close(because: reason)
        controller = nil
    }

    // MARK: Comparing

    /// Compares the actual state with the desired state, and performs the missing work.
    package func compare() {
        guard !hasStopped, refusal == nil, daemon == nil, controllers.isKnown else { return }
        chooseAdapter()
        if adapter?.isReady == true {
            listen()
        } else {
            closeController(because: nil)
            window?.vanished("the adapter is off")
        }
        forgetDisallowed()
        controller?.compare()
        for bond in incomingLinks where phones.isKnown && !phones.contains(bond) {
            incomingLinks.remove(bond)
            handler?(.forgotten(bond: bond))
        }
        kernelAir.update(on: adapter?.isReady == true ? adapter?.index : nil)
        advertiser.update(to: advertisements)
        enter(currentState)
    }

    private func chooseAdapter() {
        let found = options.adapter.find(
            in: controllers.all.values, keeping: adapter?.index
        ) { [window, adapter, bonds] controller in
            if window?.isOpen == true { return controller.index == adapter?.index }
            return !bonds.ring.bonds(on: controller.info.address).isEmpty
        }
        guard found?.index != adapter?.index || found?.address != adapter?.address else { return }
        letGo("the adapter is gone")
        // bluetoothd may have started while there was no adapter to report that.
        guard let found, !yieldToDaemon() else { return }
        let adapter = KernelAdapter(
            found, original: original(of: found), of: kernel, pace: pace, for: self)
        self.adapter = adapter
        adapter.prepare()
    }

    private func listen() {
        guard controller == nil, let adapter else { return }
        let controller = IncomingLinks(
            on: adapter.index, of: kernel, pace: pace, places: places, for: self)
        do throws(Errno) {
            listener = try kernel.listen(at: adapter.address, for: controller)
            self.controller = controller
        } catch {
            adapter.fail(error)
        }
    }

    private func enter(_ newState: RadioState) {
        // The same state may have another cause, and another remedy.
        let words = words(for: newState)
        guard state != newState || words != told, !hasStopped else { return }
        state = newState
        told = words
        handler?(.state(newState))
    }

    /// Reports advice for the user.
    package func advise(_ sentence: String) {
        handler?(.advice(sentence))
    }
}
