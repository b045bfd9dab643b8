import Expecting
import Linux
import Radio
import Support
import Testing

@testable import KernelRadio

struct ConditionTests {
    private static let on = ControllerSettings([.powered, .lowEnergy])

    @Test func `a blocked adapter is tried again until it is released`() async throws {
        try await RadioBench.run { bench in
            bench.fake.refuse(.setPowered(true), with: .blockedByRFKill)
            await bench.start()
            expect(bench.states.last, is: .off)
            #expect(bench.words.last == "is blocked: rfkill unblock bluetooth")
            await bench.pass(.seconds(10))
            #expect(bench.fake.count(.setPowered(true)) > 2)
            expect(bench.states.last, is: .off)
            bench.fake.refuse(.setPowered(true), with: nil)
            await bench.pass(.seconds(30))
            expect(bench.states.last, is: .listening)
        }
    }

    @Test func `an adapter that becomes blocked comes back once it is released`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            bench.kernel.isSwitchedOff = true
            bench.fake.refuse(.setPowered(true), with: .blockedByRFKill)
            bench.fake.set(.lowEnergy)
            await bench.settle()
            expect(bench.states.last, is: .off)
            #expect(bench.words.last == "is blocked: rfkill unblock bluetooth")
            #expect(!bench.kernel.isListening)
            await bench.pass(.seconds(5))
            expect(bench.states.last, is: .off)
            bench.kernel.isSwitchedOff = false
            bench.fake.refuse(.setPowered(true), with: nil)
            await bench.pass(.seconds(30))
            expect(bench.states.last, is: .listening)
            expect(bench.fake.advertisements.count, is: 2)
        }
    }

    @Test func `who switches the adapter off has it off, and switches it on again`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            bench.fake.forgetCommands()
            bench.fake.set(.lowEnergy)
            await bench.pass(.seconds(120))
            expect(bench.states.last, is: .off)
            #expect(bench.words.last == "is switched off: sudo systemctl restart callboard-kernel")
            expect(bench.fake.sent, is: [])
            bench.fake.set(Self.on)
            await bench.settle()
            expect(bench.states.last, is: .listening)
            expect(bench.commands.first, is: .setPowered(false))
            expect(bench.fake.advertisements.count, is: 1)
        }
    }

    @Test func `an adapter without Low Energy of a sudden is made ready anew`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            bench.fake.set(.powered)
            await bench.settle()
            expect(bench.states.last, is: .notAdvertising("Low Energy was switched off"))
            await bench.pass(.seconds(2))
            expect(bench.states.last, is: .listening)
        }
    }

    @Test func `an adapter may come late, go, and come back under another number`() async throws {
        try await RadioBench.run([]) { bench in
            await bench.start()
            expect(bench.states, is: [.noAdapter])
            #expect(bench.words == ["there is no adapter with Bluetooth Low Energy"])
            bench.fake.plug(Sample.controller())
            await bench.settle()
            expect(bench.states.last, is: .listening)
            bench.fake.unplug()
            await bench.settle()
            expect(bench.states.last, is: .noAdapter)
            #expect(!bench.kernel.isListening)
            bench.fake.plug(Sample.controller(), at: Sample.hci1)
            await bench.settle()
            expect(bench.states.last, is: .listening)
            expect(bench.fake.commands(to: Sample.hci1).last, is: bench.commands.last)
        }
    }

    @Test func `an adapter that comes back at once is begun with anew`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            bench.fake.hold(.addAdvertising(try #require(bench.fake.advertisements.last)))
            bench.fake.emit(.advertisingRemoved(1))
            await bench.settle()
            // It is switched off and on while the kernel has not answered yet.
            bench.fake.set(.lowEnergy)
            await bench.settle()
            bench.fake.release()
            await bench.settle()
            let count = bench.fake.advertisements.count
            bench.fake.set(Self.on)
            await bench.settle()
            expect(bench.states.last, is: .listening)
            expect(bench.fake.advertisements.count, is: count + 1)
        }
    }
}
