import CompanionSections
import Expecting
import Foundation
import Linux
import Support
import Testing

@testable import Wall

/// A feed is started again however often it ends.
struct CentreFeedTests {
    init() {
        LoopThread.start()
    }

    /// Hears what a feed tells.
    @LoopActor private final class Ear {
        var words: [String] = []

        func take(_ news: WallNews) {
            switch news {
            case .begun: words.append("begun")
            case .caughtUp: words.append("caught up")
            case .lost(let sentence): words.append(sentence)
            case .event, .leftOut, .bridges: break
            }
        }
    }

    private static let lines =
        #"echo '{"v":1,"event":"begun"}'; echo '{"v":1,"event":"caught_up"}'; "#
    private nonisolated static let pauses: ClosedRange<Duration> =
        .milliseconds(20) ... .milliseconds(100)

    @Test @LoopActor func `a program that ends is started again, and what it said is told`()
        async throws
    {
        let (shell, ear) = (try ShellProgram(Self.lines + "exit 78"), Ear())
        let feed = CentreFeed(shell.program, pauses: Self.pauses, ear.take)
        expect(await eventually { ear.words.count >= 6 })
        expect(
            Array(ear.words.prefix(4)),
            is: [
                "begun", "caught up",
                "callboard-central finds [central] wrong, or cannot have its secrets, which the service gets by "
                    + "wall-centre.conf; the journal of callboard-wall says what it is",
                "begun",
            ])
        try shell.say("echo nonsense; exec cat")
        expect(
            await eventually {
                ear.words.last == "callboard-central says what this program does not understand"
            })
        // One that stays ends with its standard input, which goes with whoever started it.
        try shell.say(Self.lines + "cat; touch \(shell.file("ended"))")
        expect(await eventually { ear.words.last == "caught up" })
        feed.stop()
        let count = ear.words.count
        try shell.say("exit 1")
        await pause(.milliseconds(300))
        expect(ear.words.count, is: count)
    }

    @Test @LoopActor func `a program that is not there is waited for`() async throws {
        let (shell, ear) = (try ShellProgram(""), Ear())
        let path = shell.file("later")
        let program = CentreProgram(WallSettings.Centre(), file: nil) {
            FileDescriptor.exists(path) ? path : nil
        }
        let feed = CentreFeed(program, pauses: Self.pauses, ear.take)
        expect(await eventually { ear.words.count > 1 })
        #expect(ear.words.allSatisfy { $0.hasPrefix("callboard-central is not installed") })
        try shell.say(Self.lines + "exec cat")
        #expect(unsafe rename(shell.path, path) == 0)
        expect(await eventually { ear.words.last == "caught up" })
        feed.stop()
    }

    @Test @LoopActor func `pauses grow while nothing comes of it`() async throws {
        let (shell, ear) = (try ShellProgram("exit 1"), Ear())
        let feed = CentreFeed(
            shell.program, pauses: .milliseconds(10) ... .seconds(60), ear.take)
        await pause(.milliseconds(1_500))
        #expect((2...8).contains(ear.words.count), "\(ear.words.count)")
        try shell.say(Self.lines + "exec cat")
        feed.restart(shell.program)
        expect(await eventually { ear.words.last == "caught up" })
        feed.stop()
    }
}
