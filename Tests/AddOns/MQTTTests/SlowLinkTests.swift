import BrokerSupport
import Control
import ControlSupport
import Expecting
import Linux
import Mosquitto
import Notices
import ServingSupport
import Support
import Testing

/// The real program at one end of a cable that is pulled out, and a real broker at the other.
///
/// The library has its own loop for that elsewhere; with ours it once never connected, or took all of the processor's time.
@Suite(.serialized, .enabled(if: Cable.isPossible, "\(Cable.obstacle)"))
struct SlowLinkTests {
    /// What the program may cost.
    private struct Budget {
        /// How often it may wake up within the time of a look.
        let wakeUps: Int
        /// What it may take of the processor meanwhile: whoever spins takes all there is.
        let processorTime: Duration

        /// For how long its costs are looked at; the machine may take longer to do so, and then it may cost as much more.
        static let look: Duration = .milliseconds(1_500)

        /// While nothing comes: the clock by which the system sends once more is not the program's.
        static let silence = Budget(wakeUps: 20, processorTime: .milliseconds(100))
        /// While it connects, and tells all that holds.
        static let connecting = Budget(wakeUps: 500, processorTime: .seconds(1))
    }

    init() {
        LoopThread.start()
    }

    /// A broker at the near end of a cable, the program at the far end, and a bridge and somebody who watches, which need no cable.
    @LoopActor
    private final class Bench {
        let cable: Cable
        let broker: RealBroker
        let bridge: BridgeStandIn
        let watcher: Watcher
        private let lines: [String]
        private var program: RealAddOn?

        init(isEncrypted: Bool) async throws {
            let cable = try await Cable()
            var manner = RealBroker.Manner()
            manner.isEncrypted = isEncrypted
            manner.address = cable.near.address
            manner.prefix = cable.near.prefix
            manner.hasSocket = true
            let broker = try RealBroker(manner)
            (self.cable, self.broker) = (cable, broker)
            bridge = try BridgeStandIn()
            bridge.held = [SampleNews.ready()]
            watcher = Watcher(at: .socket(path: broker.socketPath))
            lines =
                ["host = \(cable.near.address):\(broker.port)", "bridge = hall"]
                + (isEncrypted ? ["ca = \(broker.file("ca.crt"))"] : [])
        }

        /// Starts the program.
        func start() throws -> RealAddOn {
            let program = try RealAddOn(
                lines, bridge: bridge.path, prefix: cable.far.prefix)
            self.program = program
            return program
        }

        /// The notices that were told as events, by their names.
        var told: Set<String> {
            Set(
                watcher.messages.filter { $0.topic == "callboard/hall/5a0c93e1/event" }
                    .compactMap { message in
                        let text = String(decoding: message.payload, as: UTF8.self)
                        let parts = text.split(separator: #""id":""#, maxSplits: 1)
                        return parts.last.map { String($0.prefix { $0 != "\"" }) }
                    })
        }

        private var figures: ProcessFigures? { program.flatMap { ProcessFigures(of: $0.process) } }

        /// Whether the program comes to rest: one that wakes up again and again never does.
        private func rests() async -> Bool {
            var last = figures?.wakeUps
            return await answersEventually({
                await pause(.milliseconds(100))
                defer { last = figures?.wakeUps }
                return figures?.wakeUps == last
            })
        }

        /// Looks at what the program costs while nothing comes.
        func keepsQuiet(_ what: Comment) async {
            expect(await rests(), what)
            await keeps(.silence, what) { await pause(Budget.look) }
        }

        /// Does something, and looks at what the program costs meanwhile.
        func keeps(_ budget: Budget, _ what: Comment, _ body: @LoopActor () async -> Void) async {
            let (before, begun) = (figures, EventLoop.now)
            await body()
            let after = figures
            let looks = 1 + Int((EventLoop.now - begun) / Budget.look)
            guard let before, let after else {
                Issue.record("there is no program: \(program?.errors ?? "")")
                return
            }
            let wakeUps = after.wakeUps - before.wakeUps
            let time = after.processorTime - before.processorTime
            #expect(wakeUps <= budget.wakeUps * looks, what)
            #expect(time <= budget.processorTime * looks, what)
        }

        /// Plugs the cable in, and waits until the program has told who it is.
        func plugIn() async throws {
            try cable.pull(false)
            await keeps(.connecting, "while it connects") {
                expect(await eventually { self.watcher.last("status") == "online" })
            }
        }
    }

    @Test(arguments: [false, true])
    @LoopActor func `where the first packets are lost, the connection comes to be later`(
        _ isEncrypted: Bool
    ) async throws {
        let bench = try await Bench(isEncrypted: isEncrypted)
        try bench.cable.pull(true)
        let program = try bench.start()
        expect(
            await eventually { bench.cable.repetitions(of: program.process) > 0 },
            "\(program.errors)")
        await bench.keepsQuiet("while nobody answers")
        expect(bench.watcher.last("status"), is: nil)
        try await bench.plugIn()
        await bench.keepsQuiet("once it is connected")
        bench.bridge.publish(SampleNews.notice(1))
        expect(await eventually { bench.told.count == 1 })
        expect(program.finish(), is: 143)
    }

    @Test(arguments: [false, true])
    @LoopActor func `where the broker takes the connection and says nothing, it is waited for`(
        _ isEncrypted: Bool
    ) async throws {
        let bench = try await Bench(isEncrypted: isEncrypted)
        bench.broker.freeze(true)
        let program = try bench.start()
        expect(await eventually { bench.bridge.tails > 0 }, "\(program.errors)")
        expect(
            await eventually { bench.cable.connections(of: program.process) > 0 },
            "\(program.errors)")
        await bench.keepsQuiet("while the broker says nothing")
        try bench.cable.pull(true)
        bench.broker.freeze(false)
        await bench.keepsQuiet("while its answer is lost")
        try await bench.plugIn()
        expect(program.finish(), is: 143)
    }

    @Test(arguments: [false, true], [false, true])
    @LoopActor
    func `while the cable is out events wait, and none is lost, also where the broker begins anew`(
        _ isEncrypted: Bool, _ beginsAnew: Bool
    ) async throws {
        let count = 60
        let bench = try await Bench(isEncrypted: isEncrypted)
        let program = try bench.start()
        expect(
            await eventually { bench.watcher.last("status") == "online" }, "\(program.errors)")
        for number in 1...20 { bench.bridge.publish(SampleNews.notice(UInt64(number))) }
        try bench.cable.pull(true)
        for number in 21...count { bench.bridge.publish(SampleNews.notice(UInt64(number))) }
        expect(await eventually { (bench.bridge.addOn?.waiting ?? 0) > 0 })
        await bench.keepsQuiet("while messages wait")
        if beginsAnew {
            // What the broker has acknowledged it has told everyone, once this comes after that.
            bench.watcher.say("mark", "x")
            expect(
                await eventually { bench.watcher.messages.contains { $0.topic == "mark" } })
            bench.broker.kill()
            try bench.broker.start()
            expect(await eventually { bench.watcher.isOpen })
        }
        try bench.cable.pull(false)
        expect(await eventually { bench.told.count == count }, "\(bench.told.count)")
        expect(
            await eventually {
                bench.watcher.last("5a0c93e1/counts")?.contains(#""on_phone":\#(count)"#) ?? false
            })
        expect(await eventually { bench.bridge.addOn?.waiting == 0 })
        expect(bench.bridge.addOn?.lost, is: 0)
        await bench.keepsQuiet("once all is told")
        expect(program.finish(), is: 143)
    }
}
