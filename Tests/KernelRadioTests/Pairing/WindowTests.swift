import Bluetooth
import Linux
import Radio
import Support
import Testing

@testable import KernelRadio

@Suite(.timeLimit(.minutes(2)))
struct WindowTests {
    @Test func `a window closes by itself, and the adapter makes no more bonds`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            let window = await bench.openWindow(for: .seconds(60))
            await bench.pass(.seconds(59))
            #expect(window.events == ["opened"])
            bench.fake.forgetCommands()
            await bench.pass(.seconds(2))
            #expect(window.events == ["opened", "closed time"])
            #expect(
                bench.commands.filter {
                    $0 == .setBondable(false) || $0 == .setIOCapability(.noInputNoOutput)
                } == [.setBondable(false), .setIOCapability(.noInputNoOutput)])
        }
    }

    @Test func `one window is open at a time, and another one afterwards`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            let first = await bench.openWindow()
            let second = await bench.openWindow()
            #expect(second.events == ["closed failed: a window is open"])
            bench.radio?.closeWindow()
            bench.radio?.closeWindow()
            await bench.settle()
            #expect(first.events == ["opened", "closed interrupted"])
            #expect(await bench.openWindow().events == ["opened"])
        }
    }

    @Test func `without an adapter there is no window`() async throws {
        try await RadioBench.run([]) { bench in
            await bench.start()
            #expect(await bench.openWindow().events == ["closed failed: no adapter"])
        }
    }

    @Test(arguments: [.setIOCapability(.displayYesNo), .setBondable(true)] as [ManagementCommand])
    func `a window that the kernel refuses closes with the reason`(
        command: ManagementCommand
    ) async throws {
        try await RadioBench.run { bench in
            await bench.start()
            bench.fake.refuse(command, with: .busy)
            #expect(await bench.openWindow().events == ["closed failed: busy"])
            bench.fake.refuse(command, with: nil)
            #expect(await bench.openWindow().events == ["opened"])
        }
    }

    @Test func `a window goes with its adapter`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            let window = await bench.openWindow()
            bench.fake.emit(.confirmationRequest(Sample.private1, hint: false, value: 7))
            bench.fake.unplug()
            await bench.settle()
            #expect(window.events.last == "closed failed: the adapter is gone")
            window.answer(true)
            await bench.pass(.seconds(61))
            #expect(window.events.count { $0.hasPrefix("closed") } == 1)
        }
    }

    @Test func `who stops closes the window before the adapter is left as it was`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            let window = await bench.openWindow()
            bench.fake.emit(.confirmationRequest(Sample.private1, hint: false, value: 7))
            bench.fake.forgetCommands()
            await bench.stop()
            #expect(window.events.last == "closed interrupted")
            #expect(
                bench.commands == [
                    .confirm(Sample.private1, false), .setBondable(false),
                    .setIOCapability(.noInputNoOutput),
                ] + StopTests.undoing)
            #expect(bench.hasStopped == 1)
        }
    }
}
