import CLinux
import Expecting
import Foundation
import Support
import Testing
import Waiting

@testable import Linux

struct ProcessWatchTests {
    @Test func `the end of a process is told once`() async throws {
        let program = Process()
        program.executableURL = URL(filePath: "/bin/sleep")
        program.arguments = ["\(Patience.seconds)"]
        try program.run()
        let number = program.processIdentifier
        try await LoopThread.run {
            var ends = 0
            let watch = try ProcessWatch(number) { ends += 1 }
            expect(ends, is: 0)
            kill(number, SIGKILL)
            expect(await eventually { ends == 1 })
            withExtendedLifetime(watch) {}
        }
        program.waitUntilExit()
    }

    @Test @LoopActor func `a process that is not there cannot be watched`() {
        #expect(throws: Errno(rawValue: ESRCH)) { _ = try ProcessWatch(Int32.max) {} }
    }
}
