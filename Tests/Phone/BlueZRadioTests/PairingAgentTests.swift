import BusSupport
import DBus
import Expecting
import Linux
import Radio
import Support
import Testing
import Waiting

@testable import BlueZRadio

struct PairingAgentTests {
    private static let rejected = "org.bluez.Error.Rejected"

    /// A window that is open, and a phone that is connected and not paired.
    @LoopActor
    private static func withWindow(
        _ method: PairingMethod = .compare,
        _ body: @LoopActor @Sendable (RadioBench, WatchedBlueZ, BusValue) async throws -> Void
    ) async throws {
        try await RadioBench.run(allowed: []) { bench in
            let radio = await bench.listen()
            let phone = bench.bluez.addPhone(isPaired: false, isResolved: false)
            #expect(await radio.openWindowAndWait(method))
            try await body(bench, radio, .path(phone.path))
        }
    }

    @Test(
        arguments: [
            (PairingMethod.compare, "DisplayYesNo"), (.passkey, "DisplayOnly"),
            (.confirm, "NoInputNoOutput"),
        ])
    func `the agent says what the host can do`(
        method: PairingMethod, capability: String
    ) async throws {
        try await Self.withWindow(method) { bench, _, _ in
            expect(bench.bluez.agent?.capability, is: capability)
            expect(bench.bluez.agent?.isDefault, is: true)
        }
    }

    @Test(
        arguments: [
            (0, "000000"), (7, "000007"), (12_345, "012345"), (999_999, "999999"),
        ] as [(UInt32, String)])
    func `numbers have six digits`(number: UInt32, expected: String) async throws {
        try await Self.withWindow { bench, radio, phone in
            for typed in 0...6 {
                let answer = await bench.bluez.askAgent(
                    "DisplayPasskey", phone, .uint32(number), .uint16(UInt16(typed)))
                expect(answer, is: .success([]))
            }
            // It is shown once, however many digits are typed.
            expect(radio.passkeys, is: [expected])
            _ = bench.bluez.beginAsking("RequestConfirmation", phone, .uint32(number))
            let question = try await radio.question()
            expect(question.number, is: expected)
            expect(question.phone, is: "Ann's phone")
        }
    }

    @Test(arguments: ["RequestConfirmation", "RequestAuthorization"], [true, false])
    func `a person answers`(member: String, isYes: Bool) async throws {
        let method: PairingMethod = member == "RequestConfirmation" ? .compare : .confirm
        try await Self.withWindow(method) { bench, radio, phone in
            let pending =
                member == "RequestConfirmation"
                ? bench.bluez.beginAsking(member, phone, .uint32(1))
                : bench.bluez.beginAsking(member, phone)
            let question = try await radio.question()
            expect(pending.answer, is: nil)
            question.answer(isYes)
            // Only the first word counts.
            question.answer(!isYes)
            await expect(pending.word(), is: (isYes ? "yes" : Self.rejected))
        }
    }

    @Test(arguments: [PairingMethod.compare, .passkey])
    func `a phone cannot do without the number`(method: PairingMethod) async throws {
        try await Self.withWindow(method) { bench, radio, phone in
            let pending = bench.bluez.beginAsking("RequestAuthorization", phone)
            await expect(pending.word(), is: Self.rejected)
        }
    }

    @Test func `a person who said no closes the window`() async throws {
        try await Self.withWindow { bench, radio, phone in
            let pending = bench.bluez.beginAsking("RequestConfirmation", phone, .uint32(1))
            try await radio.question().answer(false)
            await expect(pending.word(), is: Self.rejected)
            #expect(await radio.ends(.refused))
            #expect(bench.bluez.agent == nil)
        }
    }

    @Test func `a phone that gives up takes its question back`() async throws {
        try await Self.withWindow { bench, radio, phone in
            let pending = bench.bluez.beginAsking("RequestConfirmation", phone, .uint32(1))
            let question = try await radio.question()
            await expect(bench.bluez.askAgent("Cancel"), is: .success([]))
            await expect(pending.word(), is: Self.rejected)
            expect(radio.withdrawals, is: 1)
            // The word comes too late, and another phone may still try.
            question.answer(false)
            await bench.bluez.settle()
            expect(radio.pairingEnd, is: nil)
            _ = await bench.bluez.askAgent("Cancel")
            expect(radio.withdrawals, is: 1)
        }
    }

    @Test func `a new question takes the place of the one before`() async throws {
        try await Self.withWindow { bench, radio, phone in
            let first = bench.bluez.beginAsking("RequestConfirmation", phone, .uint32(1))
            let old = try await radio.question()
            let second = bench.bluez.beginAsking("RequestConfirmation", phone, .uint32(2))
            await expect(first.word(), is: Self.rejected)
            // A yes to the first number is none to the second.
            old.answer(true)
            await bench.bluez.settle()
            expect(second.answer, is: nil)
            try await radio.question().answer(true)
            await expect(second.word(), is: "yes")
        }
    }

    @Test func `a person who says nothing says no`() async throws {
        try await RadioBench.run { bench in
            let daemon = BlueZDaemon(bench.bus.address)
            var isThere = false
            try daemon.start { if case .appeared = $0 { isThere = true } }
            expect(await eventually { isThere })
            var refusals = 0
            var events = 0
            var isOpen = false
            let parts = PairingWindow.Parts(
                daemon: daemon, adapter: FakePhone.adapter,
                lock: PairingLock(daemon, bench.memory, for: nil),
                phones: AllowedPhones(bench.memory, for: nil),
                need: ServiceNeed(ServiceID(0x1234), requiring: []))
            let window = PairingWindow(
                parts, .compare, for: Patience.limit, patience: .milliseconds(20)
            ) { event in
                switch event {
                case .opened: isOpen = true
                case .closed(.refused): refusals += 1
                default: events += 1
                }
            }
            window.open()
            expect(await eventually { isOpen })
            let answer = await bench.bluez.askAgent(
                "RequestConfirmation", .path(FakePhone.adapter), .uint32(1))
            expect(FakeBluetoothd.word(answer), is: Self.rejected)
            expect(events, is: 1)
            expect(await eventually { refusals > 0 })
            expect(refusals, is: 1)
            daemon.stop()
        }
    }

    @Test(
        arguments: [
            ("RequestPinCode", []), ("DisplayPinCode", [.string("1")]), ("RequestPasskey", []),
            ("AuthorizeService", [.string("1812")]),
        ] as [(String, [BusValue])])
    func `what no phone needs is refused`(member: String, more: [BusValue]) async throws {
        try await Self.withWindow { bench, radio, phone in
            let agent = try #require(bench.bluez.agent)
            let answer = await bench.bluez.ask(
                agent.client, agent.path, "org.bluez.Agent1", member, [phone] + more)
            expect(FakeBluetoothd.word(answer), is: Self.rejected)
            #expect(radio.questions.isEmpty)
        }
    }

    @Test func `only bluetoothd is obeyed`() async throws {
        try await Self.withWindow { bench, radio, phone in
            let agent = try #require(bench.bluez.agent)
            let pending = bench.bluez.beginAsking("RequestConfirmation", phone, .uint32(1))
            let question = try await radio.question()
            let stranger = await bench.bus.connect()
            let attempts: [(String, [BusValue])] = [
                ("Cancel", []), ("Release", []), ("RequestConfirmation", [phone, .uint32(2)]),
                ("RequestAuthorization", [phone]),
                ("DisplayPasskey", [phone, .uint32(3), .uint16(0)]),
            ]
            for (member, arguments) in attempts {
                let answer = await stranger.ask(
                    BusCall(agent.client, agent.path, "org.bluez.Agent1", member, arguments))
                #expect(throws: BusError.self) { try answer.get() }
            }
            expect(radio.questions.count, is: 1)
            expect(radio.passkeys, is: [])
            expect(radio.withdrawals, is: 0)
            expect(pending.answer, is: nil)
            question.answer(true)
            await expect(pending.word(), is: "yes")
        }
    }
}
