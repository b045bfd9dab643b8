import Expecting
import Linux
import Radio
import Support
import Testing

@testable import KernelRadio

struct FindingTests {
    static let unanswered: [(ManagementCommand, ManagementStatus, String)] = [
        (.readIndexList, .busy, "which adapters there are"),
        (.readIndexList, .failed, "which adapters there are"),
        (.readControllerInfo, .busy, "what the adapter is"),
    ]

    @Test(arguments: unanswered)
    func `what the kernel did not tell is asked again`(
        command: ManagementCommand, status: ManagementStatus, why: String
    ) async throws {
        try await RadioBench.run { bench in
            bench.fake.refuse(command, with: status)
            await bench.start()
            await bench.pass(.seconds(20))
            // Nobody knows yet that there is none.
            expect(bench.states, is: [], "\(why)")
            let count = bench.fake.count(command)
            #expect(count > 2 && count < 10, "\(why)")
            bench.fake.refuse(command, with: nil)
            await bench.pass(.seconds(30))
            expect(bench.states.last, is: .listening, "\(why)")
            bench.fake.forgetCommands()
            await bench.pass(.seconds(60))
            expect(bench.fake.count(command), is: 0, "\(why)")
        }
    }

    @Test func `an adapter that goes before it tells what it is was none`() async throws {
        try await RadioBench.run { bench in
            bench.fake.refuse(.readControllerInfo, with: .busy)
            await bench.start()
            expect(bench.states, is: [])
            bench.fake.unplug()
            await bench.settle()
            expect(bench.states, is: [.noAdapter])
            bench.fake.forgetCommands()
            await bench.pass(.seconds(60))
            expect(bench.fake.sent, is: [])
        }
    }

    @Test func `an adapter that goes in the turn of the loop that brings its answer is gone`()
        async throws
    {
        try await RadioBench.run { bench in
            bench.fake.hold(.readControllerInfo)
            await bench.start()
            bench.fake.answersAtOnce = true
            bench.fake.release()
            bench.fake.unplug()
            await bench.settle()
            expect(bench.states, is: [.noAdapter])
        }
    }

    @Test func `a kernel that is lost before it tells is not one without adapters`() async throws {
        try await RadioBench.run { bench in
            bench.fake.hold(.readIndexList)
            await bench.start()
            bench.fake.lose(.brokenPipe)
            await bench.settle()
            #expect(!bench.states.contains(.noAdapter))
            bench.fake.release()
            await bench.pass(.seconds(10))
            expect(bench.states.last, is: .listening)
        }
    }
}
