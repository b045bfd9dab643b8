import Expecting
import Linux
import Radio
import Support
import Testing

@testable import KernelRadio

struct StopTests {
    static let undoing: [ManagementCommand] = [
        .loadLongTermKeys([]), .loadIdentityResolvingKeys([]), .setPowered(false),
        .removeAdvertising(instance: 0), .removeAdvertisementMonitor(0), .setPrivacy(key: nil),
        .setBondable(true), .setBREDR(true),
    ]

    @Test(arguments: [false, true])
    func `the adapter is left as it was found`(isOn: Bool) async throws {
        try await RadioBench.run([Sample.controller(isOn: isOn)], bonds: [Sample.bond()]) { bench in
            await bench.start()
            bench.fake.forgetCommands()
            await bench.stop()
            expect(bench.commands, is: Self.undoing + (isOn ? [.setPowered(true)] : []))
            expect(bench.hasStopped, is: 1)
            #expect(!bench.fake.isOpen)
            #expect(!bench.kernel.isListening)
            let info = bench.fake.adapters[Sample.hci0]
            expect(info?.current.contains(.powered), is: isOn)
            await bench.stop()
            expect(bench.hasStopped, is: 2)
            expect(bench.states.last, is: .listening)
        }
    }

    @Test func `refusals do not stop the undoing`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            bench.fake.forgetCommands()
            for command in Self.undoing { bench.fake.refuse(command, with: .failed) }
            await bench.stop()
            expect(bench.commands, is: Self.undoing)
            expect(bench.hasStopped, is: 1)
        }
    }

    @Test func `a kernel that says nothing holds nobody up`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            bench.fake.hold(.loadLongTermKeys([]))
            await bench.stop()
            expect(bench.hasStopped, is: 0)
            expect(await eventually { bench.hasStopped == 1 })
            await bench.settle()
            expect(bench.hasStopped, is: 1)
            #expect(!bench.fake.isOpen)
        }
    }

    @Test func `who stops while the adapter is made ready leaves it as it was`() async throws {
        try await RadioBench.run { bench in
            bench.fake.hold(.setLowEnergy(true))
            await bench.start()
            bench.fake.forgetCommands()
            await bench.stop()
            expect(bench.commands, is: Self.undoing)
            expect(bench.hasStopped, is: 1)
            expect(bench.states, is: [.noService])
        }
    }

    @Test func `what happens during the end does not stop the undoing`() async throws {
        try await RadioBench.run(bonds: [Sample.bond()]) { bench in
            await bench.start()
            bench.fake.forgetCommands()
            bench.fake.hold(.setPowered(false))
            await bench.stop()
            bench.fake.emit(.newLongTermKey(storeHint: true, try #require(Sample.key(Sample.bob))))
            bench.fake.emit(.confirmationRequest(Sample.bob, hint: true, value: 0))
            bench.fake.emit(.newSettings([.lowEnergy]))
            bench.fake.emit(.newSettings([.lowEnergy, .powered]))
            bench.fake.release()
            await bench.settle()
            let others = bench.commands.filter { !Self.undoing.contains($0) }
            #expect(
                others.allSatisfy {
                    [.confirm(Sample.bob, false)].contains($0)
                        || $0 == .unpair(Sample.bob, disconnect: true)
                })
            expect(bench.fake.count(.loadLongTermKeys(Sample.bond().keys)), is: 0)
            expect(bench.hasStopped, is: 1)
        }
    }

    @Test func `who stops without an adapter is done`() async throws {
        try await RadioBench.run([]) { bench in
            await bench.start()
            await bench.stop()
            expect(bench.hasStopped, is: 1)
        }
    }
}
