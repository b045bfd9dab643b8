import ANCS
import BusSupport
import DBus
import Features
import Foundation
import LinkSupport
import Linux
import Radio
import Support
import Waiting

@testable import BlueZRadio

/// A bus, a bluetoothd with one adapter, and a folder for what is remembered.
@LoopActor
final class RadioBench {
    let bus: BusBench
    let bluez: FakeBluetoothd
    let folder: String
    let memory: MemoryFolder
    private var radios: [WatchedBlueZ] = []

    /// Each bench has a bus daemon and a radio, and each of these hears of changed files, which the
    /// kernel lets one user have 128 times.
    private nonisolated static let limit = 24
    private static var open = 0

    init() throws {
        bus = try BusBench()
        try bus.start()
        bluez = FakeBluetoothd(at: bus.address)
        folder = FileManager.default.temporaryDirectory.appending(path: "memory-\(UUID())").path
        memory = MemoryFolder(in: folder)
    }

    isolated deinit {
        bluez.die()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Runs a test's body on the loop with an adapter, a bluetoothd that runs, and phones allowed.
    nonisolated static func run(
        adapter: Bool = true, allowed: [String] = [FakePhone.address],
        _ body: @LoopActor @Sendable (RadioBench) async throws -> Void
    ) async throws {
        try await LoopThread.run {
            while open >= limit { _ = await eventually { open < limit } }
            open += 1
            defer { open -= 1 }
            let bench = try RadioBench()
            if adapter { bench.bluez.addAdapter() }
            for address in allowed {
                try bench.memory.remember(.init(address: address, name: "A phone"))
            }
            await bench.bluez.start()
            try await body(bench)
        }
    }

    /// A radio that has begun.
    func start(
        _ adapter: AdapterChoice = .any, shape: Shape = .solicit, name: String? = nil,
        mode: DataSourceMode = .auto, farewell: Duration = Patience.limit,
        patience: LinkPatience = .tests, needs: [ServiceNeed] = [.notifications]
    ) -> WatchedBlueZ {
        let radio = WatchedBlueZ(
            BlueZRadio(
                BlueZRadio.Options(
                    adapter: adapter, shape: shape, name: name, mode: mode, memory: memory),
                bus: bus.address, farewell: farewell, patience: patience))
        radio.start(for: needs)
        radios.append(radio)
        return radio
    }

    /// Ends a radio as a process that is killed ends.
    func kill(_ radio: WatchedBlueZ) {
        radio.drop()
        bluez.forgetClient()
    }

    /// A radio that listens.
    func listen(
        shape: Shape = .solicit, mode: DataSourceMode = .auto,
        patience: LinkPatience = .tests
    ) async -> WatchedBlueZ {
        let radio = start(shape: shape, mode: mode, patience: patience)
        _ = await eventually { radio.state == .listening }
        return radio
    }
}

/// A radio and what it reported.
@LoopActor
final class WatchedBlueZ {
    private(set) var radio: BlueZRadio?
    private(set) var states: [RadioState] = []
    private(set) var advice: [String] = []
    private(set) var links: [WatchedLink] = []
    private(set) var pairing: [PairingEvent] = []
    private(set) var forgotten: [String] = []
    /// Whether links are opened as they come.
    var opensLinks = true

    init(_ radio: BlueZRadio) {
        self.radio = radio
    }

    var state: RadioState? { states.last }

    func start(for needs: [ServiceNeed] = [.notifications]) {
        radio?.start(for: needs) { [weak self] event in
            guard let self else { return }
            switch event {
            case .state(let state): states.append(state)
            case .advice(let advice): self.advice.append(advice)
            case .connected(let link):
                let link = WatchedLink(link)
                links.append(link)
                if opensLinks { link.open() }
            case .forgotten(let bond): forgotten.append(bond)
            case .finished: break
            }
        }
    }

    func stop() async {
        var isDone = false
        radio?.stop { isDone = true }
        _ = await eventually { isDone }
    }

    /// Lets the radio go without a word.
    func drop() {
        links = []
        radio = nil
    }

    func openWindow(_ method: PairingMethod = .compare, for time: Duration = Patience.limit) {
        radio?.openWindow(method, for: time) { [weak self] in self?.pairing.append($0) }
    }

    /// Opens a window and waits until it is.
    func openWindowAndWait(
        _ method: PairingMethod = .compare, for time: Duration = Patience.limit
    ) async -> Bool {
        openWindow(method, for: time)
        return await eventually { !self.pairing.isEmpty }
    }

    var pairingEnd: PairingEnd? {
        pairing.lazy.compactMap { if case .closed(let end) = $0 { end } else { nil } }.first
    }

    var bonded: [PairedPhone] {
        pairing.compactMap { if case .bonded(let phone) = $0 { phone } else { nil } }
    }
}

/// A link and what it reported.
@LoopActor
final class WatchedLink {
    let link: any PhoneLink
    private(set) var events: [LinkEvent] = []

    init(_ link: any PhoneLink) {
        self.link = link
    }

    func open() {
        link.open { [weak self] event in self?.events.append(event) }
    }

    func has(_ event: LinkEvent) async -> Bool {
        await eventually { self.events.contains(event) }
    }

    /// Forgets what was reported.
    func clear() {
        events = []
    }
}

extension RadioBench {
    /// The phones that are remembered, or nil where that cannot be read.
    var phones: [PairedPhone]? { try? memory.phones() }

    /// What is remembered of adapters, or nil where that cannot be read.
    var notes: [MemoryFolder.Before]? { try? memory.before() }

    /// Puts something into a file of the memory.
    func write(_ text: String, to file: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(file)"))
    }

    /// Puts a folder where a file should be, which can be neither read nor written then.
    func makeFolder(_ file: String) throws {
        try? FileManager.default.removeItem(atPath: "\(folder)/\(file)")
        try FileManager.default.createDirectory(
            atPath: "\(folder)/\(file)/inner", withIntermediateDirectories: true)
    }

    /// What a file of the memory holds.
    func text(of file: String) -> String? {
        try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
    }

    /// A radio that listens, and its link to one phone that is there and offers the service.
    func link(
        mode: DataSourceMode = .auto, patience: LinkPatience = .tests
    ) async throws -> (radio: WatchedBlueZ, link: WatchedLink, phone: FakePhone) {
        let radio = await listen(mode: mode, patience: patience)
        let phone = bluez.addPhone()
        _ = await eventually { radio.links.count == 1 }
        guard let link = radio.links.first, await link.has(.available) else { throw Missing() }
        return (radio, link, phone)
    }
}

extension LinkPatience {
    /// As usual, but for what would give up a bluetoothd that is only slow.
    static var tests: LinkPatience { LinkPatience(answer: Patience.limit) }
}

/// What a test needs is not there.
struct Missing: Error {}

extension WatchedLink {
    /// Subscribes as a session does.
    func subscribeToBoth() async throws {
        link.subscribe(to: .dataSource)
        guard await has(.subscribed(.dataSource)) else { throw Missing() }
        link.subscribe(to: .notificationSource)
        guard await has(.subscribed(.notificationSource)) else { throw Missing() }
    }

    var values: [LinkEvent] {
        events.filter { if case .value = $0 { true } else { false } }
    }
}
