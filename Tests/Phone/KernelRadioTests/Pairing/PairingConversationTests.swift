import Expecting
import Linux
import Radio
import Support
import Testing

@testable import KernelRadio

struct PairingConversationTests {
    private static let name1 = "\(Sample.private1.address)"
    private static let name2 = "\(Sample.private2.address)"

    /// A radio whose window is open, and a stranger's link.
    private static func withWindow(
        _ method: PairingMethod = .compare, bonds: [Bond] = [],
        _ body: @LoopActor @Sendable (RadioBench, WatchedWindow, FakePhone) async throws -> Void
    ) async throws {
        try await RadioBench.run(bonds: bonds) { bench in
            await bench.start()
            let window = await bench.openWindow(method)
            let phone = FakePhone(Sample.private1)
            #expect(await bench.connect(phone))
            bench.fake.forgetCommands()
            try await body(bench, window, phone)
        }
    }

    private static func ask(
        _ peer: PeerAddress = Sample.private1, hint: Bool = false, value: UInt32 = 7
    ) -> ManagementEvent {
        .confirmationRequest(peer, hint: hint, value: value)
    }

    static let capabilities: [(PairingMethod, IOCapability, SecurityLevel)] = [
        (.compare, .displayYesNo, .high), (.passkey, .displayOnly, .high),
        (.confirm, .noInputNoOutput, .medium),
    ]

    @Test(arguments: capabilities)
    func `phones are told what a person can do here, before bonds can be made`(
        method: PairingMethod, capability: IOCapability, level: SecurityLevel
    ) async throws {
        try await RadioBench.run { bench in
            await bench.start()
            bench.fake.forgetCommands()
            let window = await bench.openWindow(method)
            expect(window.events, is: ["opened"])
            let settings: [ManagementCommand] = [.setIOCapability(capability), .setBondable(true)]
            expect(bench.commands.filter { settings.contains($0) }, is: settings)
            let phone = FakePhone(Sample.private1)
            #expect(await bench.connect(phone))
            await bench.pass(.milliseconds(200))
            expect(phone.raised, is: [level])
        }
    }

    static let numbers: [(UInt32, String)] = [
        (0, "000000"), (42, "000042"), (123_456, "123456"), (999_999, "999999"),
        (UInt32.max, "4294967295"),
    ]

    @Test(arguments: numbers)
    func `a number is shown with six digits and compared by a person`(
        value: UInt32, digits: String
    ) async throws {
        try await Self.withWindow { bench, window, _ in
            bench.fake.emit(Self.ask(value: value))
            expect(window.events.last, is: "compare \(digits) \(Self.name1)")
            expect(bench.commands, is: [])
            window.answer(true)
            window.answer(true)
            window.answer(false)
            await bench.settle()
            expect(bench.commands, is: [.confirm(Sample.private1, true)])
        }
    }

    @Test(arguments: numbers)
    func `a passkey is shown once, however often the kernel tells it`(
        value: UInt32, digits: String
    ) async throws {
        try await Self.withWindow(.passkey) { bench, window, _ in
            for entered in [0, 1, 2, 6] as [UInt8] {
                bench.fake.emit(
                    .passkeyNotify(Sample.private1, passkey: value, entered: entered))
            }
            await bench.settle()
            expect(window.events, is: ["opened", "passkey \(digits) \(Self.name1)"])
            expect(bench.commands, is: [])
        }
    }

    @Test func `without a number a person only says yes`() async throws {
        try await Self.withWindow(.confirm) { bench, window, _ in
            bench.fake.emit(Self.ask(hint: true))
            expect(window.events.last, is: "confirm \(Self.name1)")
            window.answer(true)
            await bench.settle()
            expect(bench.commands, is: [.confirm(Sample.private1, true)])
        }
    }

    static let wrong: [(PairingMethod, ManagementEvent, ManagementCommand, String)] = [
        (.compare, ask(hint: true), .confirm(Sample.private1, false), "it wants no number"),
        (.confirm, ask(), .confirm(Sample.private1, false), "it wants a number"),
        (.passkey, ask(), .confirm(Sample.private1, false), "it wants to compare"),
        (.passkey, ask(hint: true), .confirm(Sample.private1, false), "it wants no number"),
        (
            .compare, .passkeyNotify(Sample.private1, passkey: 1, entered: 0),
            .disconnect(Sample.private1), "it wants to type"
        ),
        (
            .confirm, .passkeyNotify(Sample.private1, passkey: 1, entered: 0),
            .disconnect(Sample.private1), "it wants to type"
        ),
        (
            .passkey, .passkeyRequest(Sample.private1), .passkey(Sample.private1, nil),
            "it shows a number"
        ),
    ]

    @Test(arguments: wrong)
    func `a phone that wants to pair in another way is turned away, and the window stays`(
        method: PairingMethod, event: ManagementEvent, answer: ManagementCommand, why: String
    ) async throws {
        try await Self.withWindow(method) { bench, window, _ in
            bench.fake.emit(event)
            bench.fake.emit(event)
            await bench.settle()
            expect(bench.commands, is: [answer, answer], "\(why)")
            expect(window.events, is: ["opened", "turned away \(Self.name1)"])
        }
    }

    @Test func `a no closes the window`() async throws {
        try await Self.withWindow { bench, window, phone in
            bench.fake.emit(Self.ask())
            window.answer(false)
            await bench.settle()
            expect(bench.fake.count(.confirm(Sample.private1, false)), is: 1)
            expect(window.events.last, is: "closed refused")
            #expect(phone.wasClosed)
        }
    }

    @Test func `silence refuses the phone, which may try again`() async throws {
        try await Self.withWindow { bench, window, _ in
            bench.fake.emit(Self.ask())
            await bench.pass(.seconds(31))
            expect(bench.fake.count(.confirm(Sample.private1, false)), is: 1)
            expect(window.events.suffix(2), is: ["compare 000007 \(Self.name1)", "withdrawn"])
            window.answer(true)
            await bench.settle()
            expect(bench.fake.count(.confirm(Sample.private1, true)), is: 0)
            bench.fake.emit(Self.ask(Sample.private2, value: 8))
            expect(window.events.last, is: "compare 000008 \(Self.name2)")
        }
    }

    static let ends: [ManagementEvent] = [
        .authenticationFailed(Sample.private1, .authenticationFailed),
        .deviceDisconnected(Sample.private1, reason: .endedByPeer),
    ]

    @Test(arguments: ends)
    func `a phone may give up and try again, and an answer for it comes too late`(
        end: ManagementEvent
    ) async throws {
        try await Self.withWindow { bench, window, phone in
            bench.fake.emit(Self.ask())
            let late = window.answers.last
            if case .deviceDisconnected = end { phone.hangUp() }
            bench.fake.emit(end)
            late?(true)
            bench.fake.emit(Self.ask(value: 8))
            late?(true)
            await bench.settle()
            expect(
                window.events,
                is: [
                    "opened", "compare 000007 \(Self.name1)", "withdrawn",
                    "compare 000008 \(Self.name1)",
                ])
            expect(bench.fake.count(.confirm(Sample.private1, true)), is: 0)
            window.answer(true)
            await bench.settle()
            expect(bench.fake.count(.confirm(Sample.private1, true)), is: 1)
        }
    }

    @Test func `a phone that begins anew is asked about anew`() async throws {
        try await Self.withWindow { bench, window, _ in
            bench.fake.emit(Self.ask())
            let late = window.answers.last
            bench.fake.emit(Self.ask(value: 8))
            await bench.settle()
            // A no for the first question would be taken for one to the second.
            #expect(!bench.commands.contains(.confirm(Sample.private1, false)))
            late?(true)
            await bench.settle()
            expect(bench.commands, is: [])
            window.answer(true)
            await bench.settle()
            expect(bench.commands, is: [.confirm(Sample.private1, true)])
            expect(
                window.events,
                is: [
                    "opened", "compare 000007 \(Self.name1)", "withdrawn",
                    "compare 000008 \(Self.name1)",
                ])
        }
    }

    @Test func `another phone is turned away meanwhile, and told of once`() async throws {
        try await Self.withWindow { bench, window, _ in
            bench.fake.emit(Self.ask())
            bench.fake.emit(Self.ask(Sample.private2))
            bench.fake.emit(Self.ask(Sample.private2))
            await bench.settle()
            expect(
                window.events,
                is: [
                    "opened", "compare 000007 \(Self.name1)", "turned away \(Self.name2)",
                ])
            expect(bench.fake.count(.confirm(Sample.private2, false)), is: 2)
            window.answer(true)
            await bench.settle()
            expect(bench.fake.count(.confirm(Sample.private1, true)), is: 1)
        }
    }

    @Test func `of two links with one address nobody knows which is meant`() async throws {
        try await Self.withWindow { bench, window, phone in
            bench.kernel.otherLinks = [phone.adapterLink]
            bench.fake.emit(Self.ask())
            await bench.settle()
            expect(window.events, is: ["opened", "turned away \(Self.name1)"])
            expect(bench.commands, is: [.confirm(Sample.private1, false)])
        }
    }

    @Test func `a yes does not hold for who came with the same address meanwhile`() async throws {
        try await Self.withWindow { bench, window, phone in
            bench.fake.emit(Self.ask())
            bench.kernel.otherLinks = [phone.adapterLink]
            window.answer(true)
            await bench.settle()
            expect(bench.fake.count(.confirm(Sample.private1, true)), is: 0)
            expect(bench.fake.count(.confirm(Sample.private1, false)), is: 1)
            expect(window.events.suffix(2), is: ["turned away \(Self.name1)", "withdrawn"])
            bench.kernel.otherLinks = []
            bench.fake.emit(Self.ask(value: 8))
            window.answer(true)
            await bench.settle()
            expect(bench.fake.count(.confirm(Sample.private1, true)), is: 1)
        }
    }

    @Test(arguments: ends)
    func `what becomes of somebody with the same address withdraws no question`(
        end: ManagementEvent
    ) async throws {
        try await Self.withWindow { bench, window, phone in
            bench.fake.emit(Self.ask())
            if case .authenticationFailed = end { bench.kernel.otherLinks = [phone.adapterLink] }
            bench.fake.emit(end)
            bench.kernel.otherLinks = []
            expect(window.events.last, is: "compare 000007 \(Self.name1)")
            window.answer(true)
            await bench.settle()
            expect(bench.fake.count(.confirm(Sample.private1, true)), is: 1)
        }
    }

    @Test func `nobody is let in whose links cannot be counted`() async throws {
        try await Self.withWindow { bench, window, _ in
            bench.kernel.linksError = .tooManyFiles
            bench.fake.emit(Self.ask())
            expect(window.events, is: ["opened", "turned away \(Self.name1)"])
            bench.kernel.linksError = nil
            bench.fake.emit(Self.ask())
            bench.kernel.linksError = .tooManyFiles
            window.answer(true)
            await bench.settle()
            expect(bench.fake.count(.confirm(Sample.private1, true)), is: 0)
            expect(bench.fake.count(.confirm(Sample.private1, false)), is: 2)
        }
    }

    @Test func `of many that are turned away so many are told of`() async throws {
        try await Self.withWindow { bench, window, _ in
            bench.fake.emit(Self.ask())
            for number in 0..<40 as Range<UInt8> {
                bench.fake.emit(Self.ask(PeerAddress(Sample.address(0x41, number), .randomLE)))
            }
            expect(window.events.count { $0.hasPrefix("turned away") }, is: 16)
        }
    }

    @Test func `a person may take longer for a known phone than its key would`() async throws {
        try await Self.withWindow(bonds: [Sample.bond()]) { bench, window, _ in
            let phone = FakePhone()
            #expect(await bench.connect(phone))
            await bench.pass(.seconds(5))
            bench.fake.emit(Self.ask(Sample.ann))
            await bench.pass(.seconds(25))
            #expect(!phone.wasClosed)
            expect(window.events.last, is: "compare 000007 Ann's phone")
        }
    }
}
