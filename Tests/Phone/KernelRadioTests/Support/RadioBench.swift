import ANCS
import Features
import Foundation
import LinkSupport
import Linux
import Radio
import Support

@testable import KernelRadio

/// A radio over a kernel of the test's own, with files of its own, and a clock that the test leads.
@LoopActor
final class RadioBench {
    /// One phone that came, and what its link reported.
    final class Visit {
        let link: any PhoneLink
        var events: [LinkEvent] = []

        init(_ link: any PhoneLink) {
            self.link = link
        }
    }

    let kernel = FakeKernel()
    let pace = Pace.led()
    let folder = FileManager.default.temporaryDirectory.appending(path: "kernel-\(UUID())").path
    let memory: MemoryFolder
    let keys: KeyMemory
    private(set) var radio: KernelRadio?
    private(set) var states: [RadioState] = []
    private(set) var words: [String?] = []
    private(set) var advice: [String] = []
    private(set) var visits: [Visit] = []
    private(set) var forgotten: [String] = []
    /// Whether links are opened as they come.
    var opensLinks = true
    private(set) var hasStopped = 0

    /// Each radio hears of changed files, which the kernel lets one user have 128 times.
    private nonisolated static let limit = 24
    private static var open = 0

    init() {
        memory = MemoryFolder(in: folder)
        keys = KeyMemory(in: folder)
    }

    isolated deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Runs a test's body on the loop, with an adapter and phones that are paired with it.
    nonisolated static func run(
        _ controllers: [ControllerInfo] = [Sample.controller()], bonds: [Bond] = [],
        _ body: @LoopActor @Sendable (RadioBench) async throws -> Void
    ) async throws {
        try await LoopThread.run {
            while open >= limit { _ = await eventually { open < limit } }
            open += 1
            defer { open -= 1 }
            let bench = RadioBench()
            for (index, controller) in controllers.enumerated() {
                bench.fake.plug(controller, at: .init(rawValue: UInt16(index)))
            }
            for bond in bonds { try bench.add(bond) }
            try await body(bench)
            // It would keep its timers, and they it.
            bench.radio?.stop {}
            await bench.settle()
        }
    }

    var fake: FakeManagement { kernel.fake }

    /// What is commanded.
    var commands: [ManagementCommand] { fake.commands() }

    /// The bonds in the file.
    var keptBonds: [Bond] { (try? keys.read()?.bonds) ?? [] }

    /// The phones on the list.
    var keptPhones: [PairedPhone] { (try? memory.phones()) ?? [] }

    /// A phone is paired already.
    func add(_ bond: Bond, named name: String = "Ann's phone") throws {
        _ = try keys.change(orElse: .empty()) { $0.add(bond) }
        try memory.remember(PairedPhone(address: bond.name, name: name))
    }

    /// Begins, and waits for what comes of it.
    func start(
        _ adapter: AdapterChoice = .any, shape: Shape = .solicit, name: String? = "a host",
        needs: [ServiceNeed] = [.notifications]
    ) async {
        let radio = KernelRadio(
            KernelRadio.Options(
                adapter: adapter, shape: shape, name: name, memory: memory, folder: folder),
            kernel, pace: pace)
        self.radio = radio
        radio.start(for: needs) { [weak self] event in self?.take(event) }
        await settle()
    }

    /// Ends, and waits for what comes of it.
    func stop() async {
        radio?.stop { self.hasStopped += 1 }
        await settle()
    }

    /// Lets everything happen that needs no time on the clock.
    func settle() async {
        for _ in 0..<3 {
            await withCheckedContinuation { continuation in
                EventLoop.shared.whenIdle { continuation.resume() }
            }
        }
    }

    /// Lets time pass on the clock, a little at once, so that what is sent meanwhile arrives.
    func pass(_ time: Duration) async {
        var rest = time
        let step = max(time / 50, .milliseconds(20))
        while rest > .zero {
            pace.pass(min(step, rest))
            rest -= step
            await settle()
        }
    }

    /// A phone makes a link; false where nobody takes it.
    func connect(_ phone: FakePhone) async -> Bool {
        let isTaken = try? kernel.connect(phone)
        await settle()
        return isTaken ?? false
    }

    private func take(_ event: RadioEvent) {
        switch event {
        case .state(let state):
            states.append(state)
            words.append(radio?.words(for: state))
        case .advice(let sentence): advice.append(sentence)
        case .connected(let link):
            let visit = Visit(link)
            visits.append(visit)
            if opensLinks { link.open { [weak visit] event in visit?.events.append(event) } }
        case .forgotten(let bond): forgotten.append(bond)
        case .finished: break
        }
    }
}
