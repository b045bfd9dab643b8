import ATT
package import Linux
package import Radio

/// The radio without bluetoothd: the kernel's management of adapters, and a socket for each phone.
///
/// Whatever happens to an adapter or to a phone, everything is compared anew with what should be.
@LoopActor
package final class KernelRadio: PairingRadio {
    /// Between two attempts to have the kernel's management.
    private static let pauses: ClosedRange<Duration> = .seconds(1) ... .seconds(30)

    let options: Options
    let kernel: any Kernel
    let pace: Pace
    let places: PlaceMemory
    private(set) var handler: (@LoopActor (RadioEvent) -> Void)?
    /// The services to look for on each phone; the first is asked for on air.
    private(set) var needs: [ServiceNeed] = []
    private(set) var state: RadioState?
    /// What was said last of the state.
    private var told: String?
    private(set) lazy var controllers = Controllers(kernel.management, pace: pace, for: self)
    private(set) lazy var advertiser = KernelAdvertiser(kernel.management, pace: pace, for: self)
    private(set) lazy var kernelAir = KernelAir(kernel.management, pace: pace, for: self)
    private(set) lazy var bonds = KnownBonds(KeyMemory(in: options.folder), for: self)
    private(set) lazy var phones = AllowedPhones(options.memory, for: self)
    /// The adapter that is used.
    private(set) var adapter: KernelAdapter?
    /// Takes links while it lives.
    private var listener: AnyObject?
    private(set) var controller: IncomingLinks?
    var window: KernelWindow?
    /// How many links have come and gone.
    var connections = 0
    /// The bluetoothd that has the adapters.
    private(set) var daemon: Int32?
    private var daemonWatch: AnyObject?
    /// Why the kernel's management cannot be had.
    private(set) var refusal: Errno?
    private let alarm: Alarm
    private var pause = GrowingPause(pauses)
    /// Phones of which it was told that they do not encrypt their links.
    var announcedInsecure: Set<String> = []
    /// The bonds of phones that have come and were not forgotten since.
    var incomingLinks: Set<String> = []
    private var hasStopped = false

    /// A radio over the kernel of this machine.
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

    /// Turns to the kernel, and waits while bluetoothd has the adapters.
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

    /// Lets go of every phone, and leaves the adapter as it was.
    package func stop() async {
        guard !hasStopped else { return }
        hasStopped = true
        handler = nil
        alarm.cancel()
        bonds.stop()
        phones.stop()
        await Farewell.wait(within: .seconds(1)) { farewell in
            farewell.wait(for: { [self] in
                // The window before the adapter goes off, which it would wait for.
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

    // MARK: The kernel

    /// Opens the way to the kernel, unless bluetoothd is there.
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
            // It may come hundreds of times a second.
            guard adapter?.index == index else { return }
            return kernelAir.take(found) { bond(of: $0)?.name }
        }
        // What bluetoothd changes first depends on what it finds.
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

    /// A bluetoothd that begins takes the adapters, whoever has them.
    private func yieldToDaemon() -> Bool {
        guard let found = kernel.daemon else { return false }
        daemon = found
        kernel.management.close()
        letGo("bluetoothd has taken the adapter")
        lookAgain()
        return true
    }

    /// Lets go of the adapter, which is gone or not ours any more.
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

    /// Compares what is with what should be, and does what is missing.
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
        // It may have begun while there was no adapter to tell of it.
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

    /// Tells a person something.
    package func advise(_ sentence: String) {
        handler?(.advice(sentence))
    }
}
