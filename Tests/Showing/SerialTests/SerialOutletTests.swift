import ANCS
import Expecting
import Linux
import Notices
import Support
import Testing

@testable import Outlets
@testable import Serial

/// Events on a real pseudo-terminal: what is said, when, and what becomes of what cannot be.
@Suite(.onLoop) struct SerialOutletTests {
    @Test func `events are said in their order, and the end is the last`() async throws {
        try await LoopThread.run {
            let bench = try SerialBench()
            let outlet = try await bench.begun()
            outlet.show(SerialBench.event(.added, 1))
            outlet.show(SerialBench.event(.removed, 1))
            bench.finish(outlet, within: .seconds(5))
            outlet.show(SerialBench.event(.added, 2))
            expect(await eventually { bench.isOver })
            expect(await eventually { bench.text == "B;ad1;re1;E;" })
            expect(outlet.status, is: OutletStatus(written: 12))
            expect(bench.told, is: [])
        }
    }

    @Test func `a ring overtakes a flood on a slow wire`() async throws {
        try await LoopThread.run {
            let bench = try SerialBench()
            let options = SerialOptions(maxAge: .seconds(100_000))
            let outlet = try await bench.begun(baud: 1200, options: options)
            bench.stopReading()
            bench.read(slowly: 120)
            for number in UInt32(10_000)..<15_000 { outlet.show(SerialBench.event(.added, number)) }
            // Some of it has gone when the call comes.
            await bench.pass(.seconds(20))
            let before = outlet.status.written
            #expect(before > 1000)
            outlet.show(SerialBench.event(.ringing, 7))
            for number in UInt32(15_000)..<20_000 { outlet.show(SerialBench.event(.added, number)) }
            #expect(outlet.status.queued <= SerialOutlet.queueLimit + 8)
            #expect(outlet.status.lost > 0)
            expect(await eventually { bench.text.contains("ri7;") })
            let ahead = try #require(bench.text.firstRange(of: "ri7;")).lowerBound
            let count = bench.text[..<ahead].utf8.count
            // Nothing but what was on the wire, and the rest of what was being said.
            #expect(count < before + 8)
            bench.stopReading()
            try bench.read()
            expect(await eventually { outlet.status.queued == 0 })
            expect(await eventually { bench.heard.count == outlet.status.written })
            let words = bench.text.split(separator: ";").map(String.init)
            let told = words.filter { $0.hasPrefix("L") }.compactMap { Int($0.dropFirst()) }
            expect(told.reduce(0, +), is: outlet.status.lost)
            expect(words.count { $0.hasPrefix("ad") } + outlet.status.lost, is: 10_000)
            expect(words.last, is: "ad19999")
        }
    }

    @Test func `a wire that nobody reads holds up nothing, and what waits is bounded`()
        async throws
    {
        try await LoopThread.run {
            let bench = try SerialBench()
            let options = SerialOptions(maxAge: .seconds(100_000), queueLimit: 4096)
            let outlet = try await bench.begun(options: options)
            bench.stopReading()
            // Until the kernel has no room either.
            var (number, before) = (UInt32(10_000), 0)
            repeat {
                before = outlet.status.written
                for _ in 0..<1000 {
                    outlet.show(SerialBench.event(.added, number))
                    number += 1
                }
                await bench.pass(.seconds(5))
            } while outlet.status.written > before
            #expect(outlet.status.queued > 0)
            while number < 30_000 {
                outlet.show(SerialBench.event(.added, number))
                number += 1
            }
            outlet.show(SerialBench.event(.ringing, 7))
            #expect(outlet.status.queued <= 4096 + 8)
            // The clock stands still: nothing looks at the port again and again.
            expect(await bench.standsStill())
            expect(outlet.status.written, is: before)

            let taken = outlet.status.written
            try bench.read()
            expect(await eventually { outlet.status.queued == 0 })
            expect(await eventually { bench.heard.count == outlet.status.written })
            let ahead = try #require(bench.text.firstRange(of: "ri7;")).lowerBound
            #expect(bench.text[..<ahead].utf8.count < taken + 8)
            let words = bench.text.split(separator: ";")
            expect(words.count { $0.hasPrefix("ad") } + outlet.status.lost, is: 20_000)
        }
    }

    @Test func `no more events a second than are wanted, save a ring`() async throws {
        try await LoopThread.run {
            let bench = try SerialBench()
            let outlet = try await bench.begun(options: SerialOptions(maxRate: 2))
            let start = bench.pace.now
            for number in UInt32(0)..<10 { outlet.show(SerialBench.event(.added, number)) }
            outlet.show(SerialBench.event(.ringing, 10))
            expect(bench.pace.now, is: start)
            expect(await eventually { bench.text.hasSuffix("ad9;") })
            #expect(bench.text.hasPrefix("B;ad0;ri10;ad1;ad2;"))
            #expect(bench.pace.now - start >= .milliseconds(4500))
            #expect(bench.pace.now - start <= .milliseconds(4600))
        }
    }

    @Test func `the heartbeat is heard in silence only`() async throws {
        try await LoopThread.run {
            let bench = try SerialBench()
            let options = SerialOptions(heartbeat: .seconds(5))
            try bench.plug()
            let outlet = bench.outlet(options: options)
            // Time does not pass before the port is open.
            expect(await eventually { outlet.status.written >= 2 })
            try bench.read()
            // By the clock's own timers, since it leaps wherever a task has to be waited for.
            var written: [Int] = []
            bench.repeatedly(10, every: .seconds(4)) { number in
                if number == 0 { written.append(outlet.status.written) }
                outlet.show(SerialBench.event(.added, UInt32(number)))
            } then: {
                written.append(outlet.status.written)
                bench.pace.after(.milliseconds(11_500)) {
                    written.append(outlet.status.written)
                    bench.finish(outlet, within: nil)
                }
            }
            expect(await eventually { written.count == 3 })
            expect(written.map { $0 - written[0] }, is: [0, 40, 46])
            expect(await eventually { bench.heard.count == outlet.status.written })
            #expect(bench.text.hasSuffix("ad0;ad1;ad2;ad3;ad4;ad5;ad6;ad7;ad8;ad9;H;H;H;E;"))
        }
    }

    @Test func `a format without a heartbeat says nothing in silence`() async throws {
        try await LoopThread.run {
            let bench = try SerialBench()
            let outlet = try await bench.begun(
                options: SerialOptions(heartbeat: .seconds(5)), format: Spoken(beat: ""))
            await bench.pass(.seconds(30))
            expect(outlet.status.written, is: 2)
            expect(await bench.standsStill())
        }
    }

    @Test func `nothing wakes while there is nothing to say`() async throws {
        try await LoopThread.run {
            let bench = try SerialBench()
            let outlet = try await bench.begun()
            outlet.show(SerialBench.event(.added, 1))
            expect(await eventually { bench.text == "B;ad1;" })
            expect(await bench.standsStill())
        }
    }

    @Test func `only the categories that are wanted are said, and those to their end`()
        async throws
    {
        try await LoopThread.run {
            let bench = try SerialBench()
            let options = SerialOptions(categories: [.init(.incomingCall)])
            let outlet = try await bench.begun(options: options)
            outlet.show(SerialBench.event(.added, 1, category: .email))
            outlet.show(SerialBench.event(.missed, 2, category: .missedCall))
            outlet.show(SerialBench.event(.ringing, 3, category: .incomingCall))
            outlet.show(SerialBench.event(.missed, 3, category: .missedCall))
            outlet.show(SerialBench.event(.removed, 3, category: .missedCall))
            outlet.show(SerialBench.event(.removed, 3, category: .missedCall))
            // Phones take away the ring before they tell what became of the call.
            outlet.show(SerialBench.event(.ringing, 4, category: .incomingCall))
            outlet.show(SerialBench.event(.ended, 4, category: .incomingCall))
            outlet.show(SerialBench.event(.missed, 4, category: .missedCall))
            outlet.show(SerialBench.event(.removed, 4, category: .missedCall))
            expect(await eventually { bench.text.hasSuffix("re4;") })
            expect(bench.text, is: "B;ri3;mi3;re3;ri4;en4;mi4;re4;")
            expect(outlet.status.lost, is: 0)
        }
    }

    @Test func `what the device wants is heard, in whatever pieces it comes`() async throws {
        try await LoopThread.run {
            let bench = try SerialBench()
            let outlet = try await bench.begun()
            outlet.show(SerialBench.event(.ringing, 3))
            let said = Array("A\nnonsense\n?\nD\n".utf8)
            for place in 0...said.count {
                let acts = bench.acts.count
                bench.terminal?.write(Array(said[..<place]))
                // The first piece comes alone unless the machine is slow, and either is right.
                await pause(.milliseconds(1))
                bench.terminal?.write(Array(said[place...]))
                expect(await eventually { bench.acts.count == acts + 2 }, "split at \(place)")
            }
            expect(outlet.ignoredInput, is: said.count + 1)
            expect(bench.acts.map(\.act).prefix(3), is: [.answer, .decline, .answer])
            let answers = String(repeating: "OK;", count: said.count + 1)
            expect(await eventually { bench.text == "B;ri3;" + answers })
            bench.finish(outlet, within: .seconds(5))
            expect(await eventually { bench.isOver })
        }
    }

    @Test(
        arguments: [
            ("A", [], nil, "nothing was said"),
            (
                "A", [SerialBench.event(.ringing, 3), SerialBench.event(.ringing, 4)], 4,
                "the later"
            ),
            ("D", [SerialBench.event(.ringing, 3), SerialBench.event(.added, 4)], 3, "the call"),
            ("D", [SerialBench.event(.ringing, 3), SerialBench.event(.ended, 3)], nil, "no more"),
            ("A", [SerialBench.event(.missed, 3)], nil, "it rings no longer"),
            ("C", [SerialBench.event(.added, 3), SerialBench.event(.added, 4)], 4, "the newest"),
            ("C", [SerialBench.event(.added, 3), SerialBench.event(.ringing, 4)], 3, "no call"),
            ("C", [SerialBench.event(.missed, 3)], 3, "a missed call is a notice"),
            (
                "C", [SerialBench.event(.added, 4), SerialBench.event(.modified, 3)], 4,
                "the newest is not the one that changed last"
            ),
            (
                "C",
                [SerialBench.event(.added, 3), SerialBench.event(.added, 4, category: .email)],
                3, "what is not said here cannot be meant"
            ),
        ] as [(String, [BridgeEvent], UInt64?, String)])
    func `what a device wants is done to what it was told of, or not at all`(
        letter: String, events: [BridgeEvent], notice: UInt64?, why: String
    ) async throws {
        try await LoopThread.run {
            let bench = try SerialBench()
            var options = SerialOptions()
            options.categories = [Category(.social)]
            let outlet = try await bench.begun(options: options)
            for event in events { outlet.show(event) }
            bench.terminal?.write(Array((letter + "\n").utf8))
            let ignored = notice == nil ? 1 : 0
            expect(await eventually { bench.acts.count + outlet.ignoredInput == 1 })
            expect(outlet.ignoredInput, is: ignored, "\(why)")
            expect(bench.acts.first?.notice.rawValue, is: notice, "\(why)")
        }
    }

    @Test func `a button that is stuck asks the phone once at a time`() async throws {
        try await LoopThread.run {
            let bench = try SerialBench()
            bench.phoneAnswers = false
            let outlet = try await bench.begun()
            outlet.show(SerialBench.event(.added, 3))
            expect(await eventually { bench.text == "B;ad3;" })
            bench.terminal?.write(Array("C\nC\nC\n".utf8))
            expect(await eventually { outlet.ignoredInput == 2 })
            expect(bench.acts.count, is: 1)
            // The phone refuses; whoever presses again is heard again.
            bench.answer(false)
            expect(outlet.ignoredInput, is: 3)
            bench.terminal?.write(Array("C\n".utf8))
            expect(await eventually { bench.acts.count == 2 })
        }
    }

    @Test func `a device controls the player, one command at a time`() async throws {
        try await LoopThread.run {
            let bench = try SerialBench()
            bench.phoneAnswers = false
            let outlet = try await bench.begun()
            bench.terminal?.write(Array("P\nP\n".utf8))
            expect(await eventually { outlet.ignoredInput == 1 })
            expect(bench.media, is: [.toggle])
            bench.answer(false)
            expect(outlet.ignoredInput, is: 2, "the player refused")
            bench.terminal?.write(Array("P\n".utf8))
            expect(await eventually { bench.media.count == 2 })
            bench.answer(true)
            expect(outlet.ignoredInput, is: 2)
        }
    }

    @Test func `one that goes on for another tells what that one could not`() async throws {
        try await LoopThread.run {
            let bench = try SerialBench()
            let knowledge = CurrentState()
            let first = try await bench.begun(flow: .xonxoff)
            await bench.holdBack()
            for number in UInt32(1)...200 {
                for outlet in [knowledge, first] as [any Outlet] {
                    outlet.show(SerialBench.event(.added, number))
                }
            }
            let second = bench.outlet(knowing: knowledge)
            bench.finish(first, within: .seconds(2))
            expect(await eventually { bench.isOver })
            second.succeed(first)
            second.open()
            expect(await eventually { second.status.written > 0 })
            try bench.read()
            bench.terminal?.write([0x11])
            expect(await eventually { bench.text.hasSuffix("ad200;") })
            // The knowledge is of the newest 128 notices.
            expect(second.status.lost, is: 72)
            #expect(bench.text.contains("L72;"))
        }
    }

    @Test func `one that comes later says what is known already, if it is for it`() async throws {
        try await LoopThread.run {
            let bench = try SerialBench()
            let knowledge = CurrentState()
            knowledge.show(SerialBench.event(.added, 3))
            knowledge.show(SerialBench.event(.added, 4, category: .email))
            knowledge.show(SerialBench.event(.added, 5))
            knowledge.show(SerialBench.event(.removed, 5))
            try bench.plug()
            let outlet = bench.outlet(
                options: SerialOptions(categories: [Category(.social)]), knowing: knowledge)
            outlet.show(SerialBench.event(.added, 6))
            outlet.show(SerialBench.event(.added, 7, category: .email))
            outlet.open()
            expect(await eventually { outlet.status.written > 0 })
            try bench.read()
            expect(await eventually { bench.text == "B;ad3;ad6;" })
            // What it was not told of stays so.
            outlet.show(SerialBench.event(.removed, 4, category: .email))
            outlet.show(SerialBench.event(.removed, 6))
            expect(await eventually { bench.text == "B;ad3;ad6;re6;" })
            expect(outlet.status.lost, is: 0)
        }
    }

    @Test func `an end keeps to its limit although the port does not drain`() async throws {
        try await LoopThread.run {
            let bench = try SerialBench()
            let outlet = try await bench.begun(flow: .xonxoff)
            await bench.holdBack()
            for number in UInt32(10)..<20 { outlet.show(SerialBench.event(.added, number)) }
            let start = bench.pace.now
            bench.finish(outlet, within: .seconds(5))
            expect(await eventually { bench.isOver })
            #expect(bench.pace.now - start <= .seconds(5))
            expect(outlet.status.lost, is: 10, "so that there is time for the last words")
            expect(bench.told, is: ["serial sign could not take the last 52 bytes"])
        }
    }
}
