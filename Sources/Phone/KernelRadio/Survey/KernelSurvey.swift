package import Linux
package import Radio

/// One look at what the kernel has of Bluetooth, for somebody who wants to know why nothing arrives.
@LoopActor
package final class KernelSurvey {
    /// What was found.
    package struct Findings: Hashable, Sendable {
        /// Whether the kernel's management can be had.
        package var access = Access.answered
        /// The adapters, by name.
        package var adapters: [Adapter] = []
        /// The name of the adapter that a radio would take; nil where none fits.
        package var chosen: String?
        /// What the file of keys holds.
        package var keys = Keys.absent
        /// Whether a bluetoothd has the adapters.
        package var daemon = Daemon.absent

        /// Findings of which nothing is known yet.
        package init() {}
    }

    /// What became of asking the kernel.
    package enum Access: Hashable, Sendable {
        case answered
        case obstructed(KernelObstacle)
        /// It did not answer as it should, for this reason.
        case failed(String)
    }

    /// An adapter as the kernel tells of it.
    package struct Adapter: Hashable, Sendable {
        /// What it is called, like hci0.
        package var name: String
        /// Whether it is switched on.
        package var isPowered = false
        /// What it cannot do.
        package var lacks: Set<Ability> = []
        /// Who made it and which Bluetooth it speaks, as Bluetooth numbers them.
        package var manufacturer: Int?
        /// Which Bluetooth it speaks, in the numbers of the specification.
        package var version: Int?
        /// Whether it can have several advertisements on the air at one time; nil where it does not say.
        package var hasExtendedAdvertising: Bool?
        /// Whether it finds out itself who is behind a changing address.
        package var resolvesAddresses = false
        /// Whether anybody near may pair.
        package var isBondable = false
        /// The addresses of phones that are connected.
        package var connected: Set<String> = []

        /// An adapter of which nothing else is known yet.
        package init(name: String) {
            self.name = name
        }
    }

    /// What an adapter should be able to do.
    package enum Ability: Hashable, Sendable {
        case lowEnergy
        /// To pair in the newer way.
        case secureConnections
        /// To change its address on air.
        case privacy
    }

    /// What the file of keys holds, without any key.
    package enum Keys: Hashable, Sendable {
        case absent
        /// This user may not look.
        case closed
        /// It cannot be read, for the reason in this sentence.
        case broken(String)
        case readable([Bond])
    }

    /// Whether bluetoothd runs, which has the adapters to itself.
    package enum Daemon: Hashable, Sendable {
        case absent
        /// With this number.
        case running(Int32)
        /// This user may not see what runs.
        case unknown(Errno)
    }

    /// A phone that has keys, and the adapter that it knows.
    package struct Bond: Hashable, Sendable {
        /// The address that its bond is about.
        package var phone: String
        /// The name of the adapter; nil where that is not there.
        package var adapter: String?

        /// Keys of a phone, with the adapter that has them.
        package init(phone: String, adapter: String?) {
            self.phone = phone
            self.adapter = adapter
        }
    }

    /// What is asked; tests have others.
    struct Parts {
        var channel: any ManagementChannel
        var links: @LoopActor (ControllerIndex) throws(Errno) -> [AdapterLink] = {
            (index) throws(Errno) in try AdapterLinks.read(of: index)
        }
        var daemon: @LoopActor () throws(Errno) -> Int32? = { () throws(Errno) in
            try BluetoothDaemon.find()
        }
    }

    /// Adapters that are looked at; nobody has as many.
    private static let limit = 64

    private let choice: AdapterChoice
    private let memory: KeyMemory
    private let parts: Parts
    private var found: [Controllers.Controller] = []
    private var features: [ControllerIndex: AdvertisingFeatures] = [:]

    /// - Parameters:
    ///   - adapter: the adapter that is wanted.
    ///   - folder: where the keys are.
    package convenience init(adapter: AdapterChoice, folder: String) {
        self.init(
            adapter: adapter, folder: folder, Parts(channel: ManagementSocket(pace: Pace())))
    }

    init(adapter: AdapterChoice, folder: String, _ parts: Parts) {
        choice = adapter
        memory = KeyMemory(in: folder)
        self.parts = parts
    }

    /// Looks, and gives what was found.
    package func look() async -> Findings {
        var findings = Findings()
        findings.access = await ask()
        parts.channel.close()
        findings.daemon = daemon
        let ring = takeKeys(&findings)
        findings.adapters = found.sorted { $0.index.rawValue < $1.index.rawValue }.map(adapter)
        findings.chosen =
            choice.find(in: found, keeping: nil) { controller in
                ring?.bonds(on: controller.info.address).isEmpty == false
            }?.name
        return findings
    }

    /// Asks the kernel for all that it has, and says what became of that.
    private func ask() async -> Access {
        if let obstacle = KernelObstacle.of(opening: parts.channel) {
            return .obstructed(obstacle)
        }
        do throws(ManagementFailure) {
            let list = await parts.channel.answer(to: .readIndexList, of: .none)
            for index in try list.parsed(ControllerIndex.list).get().prefix(Self.limit) {
                await read(index)
            }
            return .answered
        } catch {
            return .failed("\(error)")
        }
    }

    private func read(_ index: ControllerIndex) async {
        let advertising = await parts.channel.answer(to: .readAdvertisingFeatures, of: index)
        features[index] = try? advertising.parsed(AdvertisingFeatures.init(parsing:)).get()
        let answer = await parts.channel.answer(to: .readControllerInfo, of: index)
        // One that has just gone is no adapter any more.
        if let info = try? answer.parsed(ControllerInfo.init(parsing:)).get() {
            found.append(Controllers.Controller(index: index, info: info, settings: info.current))
        }
    }

    private var daemon: Daemon {
        do throws(Errno) {
            return try parts.daemon().map(Daemon.running) ?? .absent
        } catch {
            return .unknown(error)
        }
    }

    private func takeKeys(_ findings: inout Findings) -> KeyRing? {
        do throws(KeysProblem) {
            guard let ring = try memory.read() else { return nil }
            findings.keys = .readable(
                ring.bonds.map { bond in
                    Bond(
                        phone: bond.name,
                        adapter: found.first { $0.info.address == bond.adapter }?.name)
                })
            return ring
        } catch .reading(_, .accessDenied) {
            findings.keys = .closed
        } catch {
            findings.keys = .broken("\(error)")
        }
        return nil
    }

    private func adapter(_ controller: Controllers.Controller) -> Adapter {
        var adapter = Adapter(name: controller.name)
        adapter.isPowered = controller.settings.contains(.powered)
        adapter.manufacturer = Int(controller.info.manufacturer)
        adapter.version = Int(controller.info.version)
        let supported = controller.info.supported
        if !controller.isFit { adapter.lacks.insert(.lowEnergy) }
        if !supported.contains(.secureConnections) { adapter.lacks.insert(.secureConnections) }
        if !supported.contains(.privacy) { adapter.lacks.insert(.privacy) }
        adapter.hasExtendedAdvertising = features[controller.index]?.isExtended
        adapter.resolvesAddresses = controller.settings.contains(.addressResolution)
        adapter.isBondable = controller.settings.contains(.bondable)
        let links = (try? parts.links(controller.index)) ?? []
        adapter.connected = Set(
            links.filter { $0.isLowEnergy && $0.isConnected }.map(\.address.description))
        return adapter
    }
}
