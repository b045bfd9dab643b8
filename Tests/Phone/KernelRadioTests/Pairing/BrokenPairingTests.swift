import Expecting
import Linux
import Radio
import Support
import Testing

@testable import KernelRadio

struct BrokenPairingTests {
    /// What may end a pairing that a person has said yes to.
    enum End: CaseIterable, Sendable {
        case failed, disconnected, silent, closed
    }

    private static let reload: [ManagementCommand] = [
        .loadLongTermKeys(Sample.bond().keys),
        .loadIdentityResolvingKeys([Sample.identityKey()].compactMap(\.self)),
    ]

    @Test(arguments: End.allCases)
    func `the kernel has the bond of a phone whose new pairing has failed`(end: End) async throws {
        try await RadioBench.run(bonds: [Sample.bond()]) { bench in
            await bench.start()
            let window = await bench.openWindow()
            let phone = FakePhone()
            #expect(await bench.connect(phone))
            bench.fake.emit(.confirmationRequest(Sample.ann, hint: false, value: 7))
            window.answer(true)
            await bench.settle()
            bench.fake.forgetCommands()
            switch end {
            case .failed: bench.fake.emit(.authenticationFailed(Sample.ann, .authenticationFailed))
            case .disconnected: bench.kernel.disconnect(phone)
            case .silent: await bench.pass(.seconds(31))
            case .closed: bench.radio?.closeWindow()
            }
            await bench.settle()
            await bench.pass(.milliseconds(100))
            expect(bench.commands.filter { Self.reload.contains($0) }, is: Self.reload)
            let isEnded = bench.fake.count(.disconnect(Sample.ann)) > 0
            expect(isEnded, is: (end == .silent || end == .closed))
            // Keys that come after that nobody has asked for.
            await bench.tellKeys([Sample.key(byte: 0x11)], formerly: Sample.ann)
            await bench.letKeysSettle()
            expect(bench.fake.count(.unpair(Sample.ann, disconnect: true)), is: 1)
            expect(bench.keptBonds, is: [Sample.bond()])
        }
    }

    @Test func `a pairing that nobody has said yes to leaves the keys alone`() async throws {
        try await RadioBench.run(bonds: [Sample.bond()]) { bench in
            await bench.start()
            _ = await bench.openWindow()
            bench.fake.forgetCommands()
            bench.fake.emit(.confirmationRequest(Sample.private1, hint: false, value: 7))
            bench.fake.emit(.authenticationFailed(Sample.private1, .authenticationFailed))
            await bench.pass(.milliseconds(200))
            expect(bench.commands, is: [])
        }
    }

    @Test func `a phone may go as soon as its keys are told`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            let window = await bench.openWindow()
            let phone = FakePhone(Sample.private1)
            #expect(await bench.connect(phone))
            bench.fake.emit(.confirmationRequest(phone.peer, hint: false, value: 7))
            window.answer(true)
            await bench.tellKeys()
            phone.hangUp()
            bench.fake.emit(.deviceDisconnected(Sample.ann, reason: .endedByPeer))
            await bench.letKeysSettle()
            await bench.pass(.seconds(4))
            #expect(!window.events.contains("withdrawn"))
            expect(window.events.last, is: "closed bonded")
            expect(bench.keptBonds, is: [Sample.bond()])
        }
    }

    @Test func `a phone that has told who it is and goes leaves room for another`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            let window = await bench.openWindow()
            let phone = FakePhone(Sample.private1)
            #expect(await bench.connect(phone))
            bench.fake.emit(.confirmationRequest(phone.peer, hint: false, value: 7))
            window.answer(true)
            await bench.tellKeys([])
            phone.hangUp()
            bench.fake.emit(.deviceDisconnected(Sample.ann, reason: .endedByPeer))
            expect(window.events.last, is: "withdrawn")
            bench.fake.emit(.confirmationRequest(Sample.private2, hint: false, value: 8))
            expect(window.events.last, is: "compare 000008 \(Sample.private2.address)")
        }
    }
}
