import ANCS
import DBus
import Expecting
import LinkSupport
import Linux
import Radio
import Support
import Testing
import Waiting

@testable import BlueZRadio

/// What becomes of the texts where others on the host want them, too.
struct TextSourceTests {
    /// Three pauses: of 50, 100 and 200 ms.
    private static let patience = LinkPatience(answer: Patience.limit, busy: .milliseconds(200))

    @Test(
        arguments: [
            (Duration.zero, []), (.milliseconds(1), [50]), (.milliseconds(150), [50, 100]),
            (.seconds(3), [50, 100, 200, 400, 800, 1600]),
            (.seconds(5), [50, 100, 200, 400, 800, 1600, 1600, 1600]),
        ] as [(Duration, [Int])])
    func `pauses grow, and there is a last one`(limit: Duration, expected: [Int]) {
        var pauses = BusyPauses(within: limit)
        var taken: [Duration] = []
        while let pause = pauses.take(), taken.count < 20 { taken.append(pause) }
        expect(taken, is: expected.map { .milliseconds($0) })
        expect(pauses.take(), is: nil)
    }

    @Test(arguments: [DataSourceMode.auto, .acquire])
    func `a bluetoothd that stays busy is not asked for ever`(mode: DataSourceMode) async throws {
        try await RadioBench.run { bench in
            let (radio, link, phone) = try await bench.link(mode: mode, patience: Self.patience)
            bench.bluez.startedByOthers = [phone.dataSource]
            link.link.subscribe(to: .dataSource)
            if mode == .auto {
                #expect(await link.has(.subscribed(.dataSource)))
                bench.bluez.value(phone.dataSource, [1])
                #expect(await link.has(.value(.dataSource, [1])))
                expect(radio.advice, is: [LinkAdvice.onBusForAnother.words(of: "Ann's phone")])
            } else {
                #expect(await link.has(.refused(.dataSource, .unlikelyError)))
                expect(radio.advice, is: [LinkAdvice.shared.words(of: "Ann's phone")])
            }
            expect(bench.bluez.count("AcquireNotify"), is: 4)
            expect(
                bench.bluez.count("StartNotify", at: phone.dataSource), is: (mode == .auto ? 1 : 0))
        }
    }

    @Test func `when the others are gone, texts come to us alone in the next session`()
        async throws
    {
        try await RadioBench.run { bench in
            let (radio, link, phone) = try await bench.link(patience: Self.patience)
            bench.bluez.startedByOthers = [phone.dataSource]
            try await link.subscribeToBoth()
            await bench.bluez.settle()
            bench.bluez.startedByOthers = []
            link.clear()
            bench.bluez.notifying(phone.notificationSource, false)
            #expect(await link.has(.available))
            expect(bench.bluez.count("StopNotify", at: phone.dataSource), is: 1)
            try await link.subscribeToBoth()
            try #require(bench.bluez.streams[phone.dataSource]).send([2])
            #expect(await link.has(.value(.dataSource, [2])))
            expect(radio.advice.count, is: 1)
        }
    }

    @Test(arguments: DataSourceMode.allCases)
    func `texts that another program holds are left to it, and a person is told once`(
        mode: DataSourceMode
    ) async throws {
        try await RadioBench.run { bench in
            let (radio, link, phone) = try await bench.link(mode: mode, patience: Self.patience)
            bench.bluez.acquiredByOthers = [phone.dataSource]
            let member = mode == .notify ? "StartNotify" : "AcquireNotify"
            for round in 1...2 {
                link.clear()
                link.link.subscribe(to: .dataSource)
                #expect(
                    await link.has(.refused(.dataSource, .unlikelyError)),
                    "that somebody else has it does not mean that the phone does not share")
                expect(bench.bluez.count(member, at: phone.dataSource), is: 4 * round)
            }
            expect(bench.bluez.count("StartNotify") + bench.bluez.count("AcquireNotify"), is: 8)
            expect(radio.advice, is: [LinkAdvice.taken.words(of: "Ann's phone")])
            #expect(radio.advice[0].contains("sudo ss -A unix_seqpacket -p"))
            bench.bluez.disconnect(phone)
            #expect(await link.has(.closed(.lost)))
            await bench.bluez.settle()
            expect(bench.bluez.acquiredByOthers, is: [phone.dataSource])
        }
    }

    @Test func `announcements that another program holds are told of, too`() async throws {
        try await RadioBench.run { bench in
            let (radio, link, phone) = try await bench.link(patience: Self.patience)
            bench.bluez.acquiredByOthers = [phone.notificationSource]
            link.link.subscribe(to: .notificationSource)
            #expect(await link.has(.refused(.notificationSource, .unlikelyError)))
            expect(radio.advice, is: [LinkAdvice.taken.words(of: "Ann's phone")])
            expect(bench.bluez.count("StartNotify"), is: 4)
        }
    }

    @Test func `where bluetoothd does not know how, texts come over the bus or not at all`()
        async throws
    {
        for mode in [DataSourceMode.auto, .acquire] {
            try await RadioBench.run { bench in
                let (radio, link, phone) = try await bench.link(mode: mode)
                bench.bluez.on("AcquireNotify", .refuse("org.bluez.Error.NotSupported", ""))
                link.link.subscribe(to: .dataSource)
                let isAuto = mode == .auto
                #expect(
                    await link.has(
                        isAuto
                            ? .subscribed(.dataSource) : .refused(.dataSource, .unlikelyError)))
                expect(bench.bluez.count("StartNotify", at: phone.dataSource), is: (isAuto ? 1 : 0))
                expect(
                    radio.advice, is: (isAuto ? [LinkAdvice.onBus.words(of: "Ann's phone")] : []))
            }
        }
    }

    @Test func `a subscription that is never answered was refused by the phone`() async throws {
        try await RadioBench.run { bench in
            let patience = LinkPatience(answer: .milliseconds(100), busy: .milliseconds(1))
            let (radio, link, phone) = try await bench.link(patience: patience)
            bench.bluez.on("AcquireNotify", .hold)
            link.link.subscribe(to: .dataSource)
            #expect(
                await link.has(.refused(.dataSource, .unlikelyError)),
                "a session asks again, ever less often, and does not let go of the phone")
            let words = LinkAdvice.unanswered.words(of: "Ann's phone")
            expect(radio.advice, is: [words])
            // From now on bluetoothd 5.66 counts it as taken, but nobody has it.
            bench.bluez.acquiredByOthers = [phone.dataSource]
            link.clear()
            link.link.subscribe(to: .dataSource)
            #expect(await link.has(.refused(.dataSource, .unlikelyError)))
            expect(radio.advice, is: [words])
            expect(bench.bluez.count("Disconnect"), is: 0)
        }
    }

    @Test func `a descriptor that is lost alone costs no announcement`() async throws {
        try await RadioBench.run { bench in
            let (_, link, phone) = try await bench.link()
            bench.bluez.startedByOthers = [phone.notificationSource]
            try await link.subscribeToBoth()
            link.clear()
            let before = bench.bluez.calls.count
            bench.bluez.hangUp(phone.dataSource)
            #expect(await link.has(.unavailable))
            // Another program is subscribed, so that the phone goes on and announces nothing anew.
            bench.bluez.value(phone.notificationSource, [9])
            #expect(await link.has(.available))
            try await link.subscribeToBoth()
            #expect(await link.has(.value(.notificationSource, [9])))
            expect(
                bench.bluez.calls[before...].map { "\($0.member) \($0.path)" },
                is: [
                    "StopNotify \(phone.notificationSource)", "AcquireNotify \(phone.dataSource)",
                    "StartNotify \(phone.notificationSource)",
                ])
        }
    }
}
