import Expecting
import Linux
import Radio
import Support
import Testing

@testable import KernelRadio

struct WindowTests {
    @Test func `a window closes by itself, and the adapter makes no more bonds`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            let window = await bench.openWindow(for: .seconds(60))
            await bench.pass(.seconds(59))
            expect(window.events, is: ["opened"])
            bench.fake.forgetCommands()
            await bench.pass(.seconds(2))
            expect(window.events, is: ["opened", "closed time"])
            expect(
                bench.commands.filter {
                    $0 == .setBondable(false) || $0 == .setIOCapability(.noInputNoOutput)
                }, is: [.setBondable(false), .setIOCapability(.noInputNoOutput)])
        }
    }

    static let lateEnds: [(answer: Bool?, isBonded: Bool, end: String)] = [
        (true, true, "closed bonded"), (true, false, "closed time"), (nil, false, "closed time"),
        (false, false, "closed refused"),
    ]

    @Test(arguments: lateEnds)
    func `the end of time waits for a phone that pairs, and for no other`(
        answer: Bool?, isBonded: Bool, end: String
    ) async throws {
        try await RadioBench.run { bench in
            await bench.start()
            let window = await bench.openWindow(for: .seconds(60))
            let phone = FakePhone(Sample.private1, security: Sample.authenticated)
            #expect(await bench.connect(phone))
            await bench.pass(.seconds(50))
            bench.fake.emit(.confirmationRequest(phone.peer, hint: false, value: 7))
            await bench.pass(.seconds(12))
            bench.fake.emit(.confirmationRequest(Sample.private2, hint: false, value: 7))
            await bench.settle()
            expect(bench.fake.count(.confirm(Sample.private2, false)), is: 1)
            #expect(!window.events.contains { $0.hasPrefix("closed") })
            if let answer { window.answer(answer) }
            await bench.settle()
            if isBonded { await bench.tellKeys() }
            await bench.letKeysSettle()
            await bench.pass(.seconds(31))
            expect(window.events.last, is: end)
            expect(bench.keptBonds.count, is: (isBonded ? 1 : 0))
        }
    }

    @Test func `a phone that begins again and again does not keep the window open`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            let window = await bench.openWindow(for: .seconds(60))
            for _ in 0..<10 {
                bench.fake.emit(.confirmationRequest(Sample.private1, hint: false, value: 7))
                await bench.pass(.seconds(10))
            }
            expect(window.events.last, is: "closed time")
        }
    }

    @Test func `after the end of time a phone that gives up is the last one`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            let window = await bench.openWindow(for: .seconds(60))
            bench.fake.emit(.confirmationRequest(Sample.private1, hint: false, value: 7))
            await bench.pass(.seconds(1))
            bench.fake.emit(.authenticationFailed(Sample.private1, .authenticationFailed))
            expect(window.events.last, is: "withdrawn")
            await bench.pass(.seconds(50))
            bench.fake.emit(.confirmationRequest(Sample.private1, hint: false, value: 7))
            await bench.pass(.seconds(12))
            bench.fake.emit(.authenticationFailed(Sample.private1, .authenticationFailed))
            await bench.settle()
            expect(window.events.suffix(2), is: ["withdrawn", "closed time"])
        }
    }

    @Test func `an adapter that goes on making bonds is set up anew`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            let window = await bench.openWindow()
            bench.fake.refuse(.setBondable(false), with: .busy)
            bench.radio?.closeWindow()
            await bench.settle()
            expect(window.events.last, is: "closed interrupted")
            bench.fake.refuse(.setBondable(false), with: nil)
            bench.fake.forgetCommands()
            await bench.pass(.seconds(2))
            expect(bench.fake.count(.setBondable(false)), is: 1)
            expect(bench.fake.adapters[Sample.hci0]?.current.contains(.bondable), is: false)
            expect(bench.states.last, is: .listening)
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
            expect(first.events, is: ["opened", "closed interrupted"])
            await expect(bench.openWindow().events, is: ["opened"])
        }
    }

    @Test func `without an adapter there is no window`() async throws {
        try await RadioBench.run([]) { bench in
            await bench.start()
            await expect(bench.openWindow().events, is: ["closed failed: no adapter"])
        }
    }

    @Test(arguments: [.setIOCapability(.displayYesNo), .setBondable(true)] as [ManagementCommand])
    func `a window that the kernel refuses closes with the reason`(
        command: ManagementCommand
    ) async throws {
        try await RadioBench.run { bench in
            await bench.start()
            bench.fake.refuse(command, with: .busy)
            await expect(bench.openWindow().events, is: ["closed failed: busy"])
            bench.fake.refuse(command, with: nil)
            // Where it is not known whether bonds can be made, the adapter is set up anew first.
            await bench.pass(.seconds(2))
            await expect(bench.openWindow().events, is: ["opened"])
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
            expect(window.events.count { $0.hasPrefix("closed") }, is: 1)
        }
    }

    @Test func `who stops closes the window before the adapter is left as it was`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            let window = await bench.openWindow()
            bench.fake.emit(.confirmationRequest(Sample.private1, hint: false, value: 7))
            bench.fake.forgetCommands()
            await bench.stop()
            expect(window.events.last, is: "closed interrupted")
            expect(
                bench.commands,
                is: [
                    .confirm(Sample.private1, false), .setBondable(false),
                    .setIOCapability(.noInputNoOutput),
                ] + StopTests.undoing)
            expect(bench.hasStopped, is: 1)
        }
    }
}
