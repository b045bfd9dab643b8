import Expecting
import Linux
import Radio
import Support
import Testing

@testable import KernelRadio

/// An adapter that has lost what it was told, and says nothing.
struct RenewalTests {
    private static let beacon = AirBroadcast(
        name: "door", data: AirData(0x004C, [0x02, 0x15]), interval: .milliseconds(100))

    private static func isMonitor(_ command: ManagementCommand) -> Bool {
        if case .addAdvertisementMonitor = command { true } else { false }
    }

    /// What is on the air of all that was put there, by the kernel's numbers.
    @LoopActor
    private static func onAir(_ bench: RadioBench) -> [UInt8: Advertisement] {
        Dictionary(bench.fake.advertisements.map { ($0.instance, $0) }) { $1 }
    }

    @Test func `without a phone the adapter is made ready from its being off`() async throws {
        try await RadioBench.run(bonds: [Sample.bond()]) { bench in
            await bench.start()
            bench.radio?.broadcast([Self.beacon])
            bench.radio?.startListening { _ in }
            await bench.settle()
            let before = Self.onAir(bench)
            expect(before.count, is: 2)
            bench.fake.forgetCommands()
            bench.radio?.renew()
            await bench.settle()
            await bench.settle()
            expect(bench.commands.first, is: .setPowered(false))
            expect(bench.fake.count(.setPowered(true)), is: 1)
            expect(Self.onAir(bench), is: before)
            expect(bench.commands.count(where: Self.isMonitor), is: 1)
            #expect(
                bench.fake.sent.contains {
                    $0.command.opcode == ManagementCommand.loadLongTermKeys([]).opcode
                })
            expect(bench.states, is: [.noService, .listening], "nobody is told of it")
            #expect(await bench.connect(FakePhone(security: Sample.authenticated)))
        }
    }

    @Test func `a phone that is there stays, and all but its link is made again`() async throws {
        try await RadioBench.run(bonds: [Sample.bond()]) { bench in
            await bench.start()
            bench.radio?.broadcast([Self.beacon])
            bench.radio?.startListening { _ in }
            let phone = FakePhone(security: Sample.authenticated)
            #expect(await bench.connect(phone))
            await bench.settle()
            let before = Self.onAir(bench)
            bench.fake.forgetCommands()
            bench.radio?.renew()
            await bench.settle()
            expect(bench.fake.count(.setPowered(false)), is: 0)
            expect(Self.onAir(bench), is: before)
            expect(bench.fake.count(.removeAdvertisementMonitor(1)), is: 1)
            expect(bench.commands.count(where: Self.isMonitor), is: 1)
            #expect(phone.isLinked)
        }
    }

    @Test func `an open window stays open`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            let window = await bench.openWindow()
            let shown = try #require(bench.fake.advertisements.last)
            bench.fake.forgetCommands()
            bench.radio?.renew()
            await bench.settle()
            expect(window.events, is: ["opened"])
            expect(bench.fake.count(.setPowered(false)), is: 0)
            expect(bench.fake.advertisements, is: [shown])
        }
    }

    @Test func `an adapter that somebody has switched off stays off`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            bench.fake.set([.lowEnergy])
            await bench.settle()
            expect(bench.states.last, is: .off)
            bench.fake.forgetCommands()
            bench.radio?.renew()
            await bench.settle()
            expect(bench.commands, is: [])
        }
    }

    @Test func `after the end nothing is told to the kernel`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            await bench.stop()
            bench.fake.forgetCommands()
            bench.radio?.renew()
            await bench.settle()
            expect(bench.commands, is: [])
        }
    }
}
