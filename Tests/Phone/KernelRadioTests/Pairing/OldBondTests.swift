import Expecting
import Linux
import Radio
import Support
import Testing

@testable import KernelRadio

/// A phone that has forgotten this host, whose keys the kernel still has.
struct OldBondTests {
    private static let name = Sample.bond().name
    private static let without: [ManagementCommand] = [
        .loadLongTermKeys([]), .loadIdentityResolvingKeys([]),
    ]
    private static let with: [ManagementCommand] = [
        .loadLongTermKeys(Sample.bond().keys),
        .loadIdentityResolvingKeys([Sample.identityKey()].compactMap(\.self)),
    ]

    /// The keys that the kernel was given.
    @LoopActor
    private static func loaded(_ bench: RadioBench) -> [ManagementCommand] {
        bench.commands.filter { (with + without).contains($0) }
    }

    /// A window in which the pairing of the phone has just failed.
    @LoopActor
    private static func failed(
        _ bench: RadioBench, answers isYes: Bool?, isLetIn: Bool = true
    ) async -> WatchedWindow {
        await bench.start()
        let window = await bench.openWindow()
        let phone = FakePhone()
        #expect(await bench.connect(phone))
        bench.fake.emit(.confirmationRequest(Sample.ann, hint: false, value: 7))
        if isLetIn { window.answer(true) }
        await bench.settle()
        bench.fake.emit(.authenticationFailed(Sample.ann, .authenticationFailed))
        bench.kernel.disconnect(phone)
        await bench.settle()
        await bench.pass(.milliseconds(100))
        expect(window.events.last, is: "old bond Ann's phone")
        bench.fake.forgetCommands()
        guard let isYes else { return window }
        window.answer(isYes)
        await bench.settle()
        return window
    }

    @Test(arguments: PairingConversationTests.capabilities)
    func `it is asked for what the window's method can reach, whatever its old bond was`(
        method: PairingMethod, capability: IOCapability, level: SecurityLevel
    ) async throws {
        for bond in [Sample.bond(), Sample.bond(Sample.ann, .unauthenticatedP256)] {
            try await RadioBench.run(bonds: [bond]) { bench in
                await bench.start()
                _ = await bench.openWindow(method)
                let phone = FakePhone()
                #expect(await bench.connect(phone))
                await bench.settle()
                expect(phone.raised, is: [level])
            }
        }
    }

    @Test func `once a person says so its keys leave the kernel, and it pairs again`() async throws
    {
        try await RadioBench.run(bonds: [Sample.bond()]) { bench in
            let window = await Self.failed(bench, answers: true)
            expect(window.events.last, is: "old bond removed Ann's phone")
            expect(bench.fake.count(.unpair(Sample.ann, disconnect: true)), is: 1)
            expect(Self.loaded(bench), is: Self.without)
            // Whatever ends the program now, the next one finds the old bond.
            expect(bench.keptBonds, is: [Sample.bond()])
            let phone = FakePhone(Sample.private1)
            #expect(await bench.connect(phone))
            bench.fake.emit(.confirmationRequest(Sample.private1, hint: false, value: 8))
            window.answer(true)
            await bench.settle()
            phone.security = Sample.authenticated
            await bench.tellKeys([Sample.key(byte: 0x11)])
            await bench.letKeysSettle()
            await bench.pass(.seconds(4))
            expect(window.events.last, is: "closed bonded")
            expect(bench.keptBonds, is: [Sample.bond(byte: 0x11)])
            expect(bench.visits.map(\.link.phone.bond), is: [Self.name])
        }
    }

    @Test func `a pairing may fail before the person has answered`() async throws {
        try await RadioBench.run(bonds: [Sample.bond()]) { bench in
            let window = await Self.failed(bench, answers: true, isLetIn: false)
            expect(window.events.last, is: "old bond removed Ann's phone")
            expect(Self.loaded(bench), is: Self.without)
        }
    }

    @Test(arguments: [false, nil])
    func `without a yes everything stays`(answer: Bool?) async throws {
        try await RadioBench.run(bonds: [Sample.bond()]) { bench in
            let window = await Self.failed(bench, answers: answer)
            bench.radio?.closeWindow()
            await bench.settle()
            expect(
                window.events.suffix(2), is: ["old bond kept Ann's phone", "closed interrupted"])
            expect(Self.loaded(bench), is: [])
            expect(bench.fake.count(.unpair(Sample.ann, disconnect: true)), is: 0)
            expect(bench.keptBonds, is: [Sample.bond()])
        }
    }

    @Test(arguments: [true, false])
    func `keys come back when the window ends without a new bond`(endsByTime: Bool) async throws {
        try await RadioBench.run(bonds: [Sample.bond()]) { bench in
            let window = await Self.failed(bench, answers: true)
            bench.fake.forgetCommands()
            if endsByTime {
                await bench.pass(.seconds(70))
            } else {
                bench.radio?.closeWindow()
                await bench.settle()
            }
            expect(window.events.last, is: endsByTime ? "closed time" : "closed interrupted")
            expect(Self.loaded(bench), is: Self.with)
            expect(bench.keptBonds, is: [Sample.bond()])
            // The phone has not forgotten this host after all.
            #expect(await bench.connect(FakePhone(security: Sample.authenticated)))
            await bench.pass(.seconds(1))
            expect(bench.visits.map(\.link.phone.bond), is: [Self.name])
        }
    }

    @Test func `a phone without an old bond is not asked about`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            let window = await bench.openWindow()
            #expect(await bench.connect(FakePhone(Sample.private1)))
            bench.fake.emit(.confirmationRequest(Sample.private1, hint: false, value: 7))
            window.answer(true)
            await bench.settle()
            bench.fake.emit(.authenticationFailed(Sample.private1, .authenticationFailed))
            await bench.settle()
            expect(window.events.last, is: "withdrawn")
        }
    }
}
