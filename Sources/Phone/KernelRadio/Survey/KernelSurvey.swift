package import Linux
package import Radio

/// One survey of the kernel's Bluetooth, for the checks of `callboard doctor`.
@LoopActor
package final class KernelSurvey {
    /// Result of the survey.
    package struct Findings: Hashable, Sendable {
        /// Outcome of opening the kernel's management.
        package var access = Access.answered
        package var adapters: [Adapter] = []
        /// Name of the adapter that the radio would use; nil if none fits.
        package var chosen: String?
        package var keys = Keys.absent
        /// Whether bluetoothd uses the adapters.
        package var daemon = Daemon.absent

        package init() {}
    }

    /// Outcome of the requests to the kernel.
    package enum Access: Hashable, Sendable {
        case answered
        case obstructed(KernelObstacle)
        /// The kernel did not answer as expected, for this reason.
        case failed(String)
    }

    /// An adapter as reported by the kernel.
    package struct Adapter: Hashable, Sendable {
        /// Name of the adapter, like hci0.
        package var name: String
        package var isPowered = false
        /// Missing abilities.
        package var lacks: Set<Ability> = []
        /// Company identifier of the manufacturer.
        package var manufacturer: Int?
        /// Bluetooth version, as numbered by the specification.
        package var version: Int?
        /// Whether it can send several advertisements at once; nil if it does not report that.
        package var hasExtendedAdvertising: Bool?
        /// Whether it resolves changing addresses itself.
        package var resolvesAddresses = false
        /// Whether all nearby devices may pair.
        package var isBondable = false
        /// Addresses of connected phones.
        package var connected: Set<String> = []

        package init(name: String) {
            self.name = name
        }
    }

    /// Ability that an adapter should have.
    package enum Ability: Hashable, Sendable {
        case lowEnergy
        /// Pairing with Secure Connections.
        case secureConnections
        /// Changing addresses on the air.
        case privacy
    }

    /// Content of the file of keys, without any key.
    package enum Keys: Hashable, Sendable {
        case absent
        /// This user may not read the file.
        case closed
        /// The file cannot be read, for the reason in this sentence.
        case broken(String)
        case readable([Bond])
    }

    /// Whether bluetoothd runs, which controls the adapters exclusively.
    package enum Daemon: Hashable, Sendable {
        case absent
        /// Running with this process ID.
        case running(Int32)
        /// This user may not list the processes.
        case unknown(Errno)
    }

    /// A phone with keys, and its adapter.
    package struct Bond: Hashable, Sendable {
        /// Identity address of the phone.
        package var phone: String
        /// Name of the adapter; nil if it is missing.
        package var adapter: String?

        package init(phone: String, adapter: String?) {
            self.phone = phone
            self.adapter = adapter
        }
    }

    /// Sources of the survey; tests replace them.
    struct Parts {
        var channel: any ManagementChannel
        var links: @LoopActor (ControllerIndex) throws(Errno) -> [AdapterLink] = {
            (index) throws(Errno) in try AdapterLinks.read(of: index)
        }
        var daemon: @LoopActor () throws(Errno) -> Int32? = { () throws(Errno) in
            try BluetoothDaemon.find()
        }
    }

    /// Maximum number of examined adapters.
    private static let limit = 64

    private let choice: AdapterChoice
    private let memory: KeyMemory
    private let parts: Parts
    private var found: [Controllers.Controller] = []
    private var features: [ControllerIndex: AdvertisingFeatures] = [:]

    /// - Parameters:
    ///   - adapter: choice of the adapter.
    ///   - folder: folder of the keys.
    package convenience init(adapter: AdapterChoice, folder: String) {
        self.init(
            adapter: adapter, folder: folder, Parts(channel: ManagementSocket(pace: Pace())))
    }

    init(adapter: AdapterChoice, folder: String, _ parts: Parts) {
        choice = adapter
        memory = KeyMemory(in: folder)
        self.parts = parts
    }

    /// Performs the survey.
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

    /// Reads all adapters from the kernel, and returns the outcome.
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
        // An adapter that was just removed is omitted.
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
