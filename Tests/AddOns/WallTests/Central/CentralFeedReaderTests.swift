import Commands
import Control
import Expecting
import Foundation
import Linux
import Support
import Testing

@testable import Wall

/// A feed is started again however often it ends.
struct CentralFeedReaderTests {
    init() {
        LoopThread.start()
    }

    /// Hears what a feed tells.
    @LoopActor private final class Ear {
        var words: [String] = []

        func take(_ news: BridgeNews) {
            switch news {
            case .begun: words.append("begun")
            case .caughtUp: words.append("caught up")
            case .centralLost(let sentence): words.append(sentence)
            case .event, .leftOut, .bridges, .status, .lost: break
            }
        }
    }

    private static let lines =
        #"echo '{"v":1,"event":"begun"}'; echo '{"v":1,"event":"caught_up"}'; "#
    private nonisolated static let pauses: ClosedRange<Duration> = .seconds(20) ... .seconds(100)

    /// Waits until something holds, while the clock of the feed goes on.
    @LoopActor
    private static func passing(
        _ pace: Pace, _ holds: @escaping @LoopActor () -> Bool
    ) async -> Bool {
        await eventually {
            pace.pass(.seconds(1))
            return holds()
        }
    }

    @Test @LoopActor func `a program that ends is started again, and what it said is told`()
        async throws
    {
        let (shell, ear, pace) = (try ShellProgram(Self.lines + "exit 78"), Ear(), Pace.led())
        let feed = CentralFeedReader(shell.program, pauses: Self.pauses, pace: pace, ear.take)
        expect(await Self.passing(pace) { ear.words.count >= 6 })
        expect(
            Array(ear.words.prefix(4)),
            is: [
                "begun", "caught up",
                "callboard-central reports an error in [central], or cannot read its secrets, "
                    + "which wall-centre.conf passes to the service; see the journal of "
                    + "callboard-wall",
                "begun",
            ])
        try shell.say("echo nonsense; exec cat")
        expect(
            await Self.passing(pace) {
                ear.words.last == "callboard-central sent an invalid line"
            })
        // One that stays ends with its standard input, which goes with whoever started it.
        try shell.say(Self.lines + "cat; touch \(shell.file("ended"))")
        expect(await Self.passing(pace) { ear.words.last == "caught up" })
        feed.stop()
        let count = ear.words.count
        try shell.say("touch \(shell.file("again"))")
        pace.pass(.seconds(3_600))
        // Another feed is begun after this one would have been, and heard to its end.
        let (other, later) = (Ear(), try ShellProgram(Self.lines + "exec cat"))
        let mark = CentralFeedReader(later.program, pauses: Self.pauses, pace: pace, other.take)
        expect(await Self.passing(pace) { other.words.last == "caught up" })
        mark.stop()
        expect(ear.words.count, is: count)
        expect(!FileDescriptor.exists(shell.file("again")))
    }

    @Test @LoopActor func `a program that is not there is waited for`() async throws {
        let (shell, ear, pace) = (try ShellProgram(""), Ear(), Pace.led())
        let path = shell.file("later")
        let program = CentralChild(WallSettings.Central(), file: nil) {
            FileDescriptor.exists(path) ? path : nil
        }
        let feed = CentralFeedReader(program, pauses: Self.pauses, pace: pace, ear.take)
        expect(await Self.passing(pace) { ear.words.count > 1 })
        #expect(ear.words.allSatisfy { $0.hasPrefix("callboard-central is not installed") })
        try shell.say(Self.lines + "exec cat")
        #expect(unsafe rename(shell.path, path) == 0)
        expect(await Self.passing(pace) { ear.words.last == "caught up" })
        feed.stop()
    }

    @Test @LoopActor func `pauses grow while nothing comes of it`() async throws {
        let (shell, ear, pace) = (try ShellProgram("exit 1"), Ear(), Pace.led())
        let feed = CentralFeedReader(
            shell.program, pauses: .seconds(1) ... .seconds(60), pace: pace, ear.take)
        pace.pass(.zero)
        for (number, seconds) in [1, 2, 4, 8, 16, 32, 60, 60].enumerated() {
            expect(await eventually { ear.words.count == number + 1 })
            pace.pass(.seconds(seconds) - .milliseconds(1))
            await turn()
            expect(ear.words.count, is: number + 1, "it is not started before its time")
            pace.pass(.milliseconds(1))
        }
        try shell.say(Self.lines + "exec cat")
        feed.restart(shell.program)
        expect(await eventually { ear.words.last == "caught up" })
        feed.stop()
    }
}
