import Expecting
import Linux
import Radio
import Support
import Testing

@testable import KernelRadio

struct StrangerTests {
    @Test func `a stranger is let go at once where no window is open`() async throws {
        try await RadioBench.run(bonds: [Sample.bond()]) { bench in
            await bench.start()
            let phone = FakePhone(Sample.bob, security: Sample.authenticated)
            #expect(await bench.connect(phone))
            #expect(phone.wasClosed)
            expect(phone.received, is: [])
            expect(bench.fake.count(.disconnect(Sample.bob)), is: 1)
            #expect(bench.visits.isEmpty)
            expect(bench.advice, is: [])
        }
    }

    @Test func `a phone with keys that is not on the list is a stranger`() async throws {
        try await RadioBench.run { bench in
            _ = try bench.keys.change(orElse: .empty()) { $0.add(Sample.bond()) }
            await bench.start()
            let phone = FakePhone(security: Sample.authenticated)
            #expect(await bench.connect(phone))
            #expect(phone.wasClosed)
            #expect(bench.visits.isEmpty)
        }
    }

    @Test func `of two links with one address none is ended by that address`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            let first = FakePhone(Sample.bob)
            bench.kernel.otherLinks = [FakePhone(Sample.bob).adapterLink]
            #expect(await bench.connect(first))
            #expect(first.wasClosed)
            expect(bench.fake.count(.disconnect(Sample.bob)), is: 0)
        }
    }

    @Test func `strangers are served while a window is open, and dropped when it closes`()
        async throws
    {
        try await RadioBench.run { bench in
            await bench.start()
            let window = await bench.openWindow()
            let phone = FakePhone(Sample.private1)
            #expect(await bench.connect(phone))
            phone.send(FakePhone.lookBack)
            await bench.settle()
            expect(phone.raised, is: [])
            await bench.pass(.milliseconds(200))
            expect(phone.raised, is: [.high])
            // It is answered, and asked nothing.
            expect(phone.received.count, is: 1)
            expect(phone.received.first?.hasPrefix("09"), is: true)
            bench.radio?.closeWindow()
            await bench.settle()
            #expect(phone.wasClosed)
            expect(bench.fake.count(.disconnect(Sample.private1)), is: 1)
            expect(window.events, is: ["opened", "closed interrupted"])
            #expect(bench.visits.isEmpty)
        }
    }

    @Test func `links past the limit are let go`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            _ = await bench.openWindow()
            var phones: [FakePhone] = []
            for number in 0..<18 as Range<UInt8> {
                let peer = PeerAddress(Sample.address(0x41, number), .randomLE)
                phones.append(FakePhone(peer))
                #expect(await bench.connect(phones[phones.count - 1]))
            }
            expect(phones.map(\.wasClosed), is: (0..<18).map { $0 >= 8 })
            bench.kernel.disconnect(phones[0])
            await bench.settle()
            let late = FakePhone(Sample.bob)
            #expect(await bench.connect(late))
            #expect(!late.wasClosed)
        }
    }

    @Test func `a stranger who does nothing about pairing is let go`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            _ = await bench.openWindow()
            let (idle, asked) = (FakePhone(Sample.private1), FakePhone(Sample.bob))
            #expect(await bench.connect(idle))
            #expect(await bench.connect(asked))
            await bench.pass(.seconds(25))
            bench.fake.emit(.confirmationRequest(asked.peer, hint: false, value: 7))
            await bench.pass(.seconds(10))
            #expect(idle.wasClosed)
            #expect(!asked.wasClosed)
        }
    }

    @Test func `trouble with taking links is told`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            bench.kernel.tellTrouble(.tooManyFiles)
            expect(bench.advice, is: ["phones cannot connect for a while: \(Errno.tooManyFiles)"])
        }
    }

    static let uninvited: [(ManagementEvent, ManagementCommand)] = [
        (
            .confirmationRequest(Sample.private1, hint: false, value: 7),
            .confirm(Sample.private1, false)
        ),
        (
            .confirmationRequest(Sample.private1, hint: true, value: 0),
            .confirm(Sample.private1, false)
        ),
        (.passkeyRequest(Sample.private1), .passkey(Sample.private1, nil)),
        (
            .passkeyNotify(Sample.private1, passkey: 42, entered: 0),
            .disconnect(Sample.private1)
        ),
    ]

    @Test(arguments: uninvited)
    func `who wants to pair without a window is refused`(
        event: ManagementEvent, answer: ManagementCommand
    ) async throws {
        try await RadioBench.run { bench in
            await bench.start()
            bench.fake.forgetCommands()
            bench.fake.emit(event)
            await bench.settle()
            expect(bench.commands, is: [answer])
        }
    }

    @Test func `keys that nobody asked for are taken back, and those of the bonds given anew`()
        async throws
    {
        try await RadioBench.run(bonds: [Sample.bond()]) { bench in
            await bench.start()
            bench.fake.forgetCommands()
            bench.fake.emit(.newLongTermKey(storeHint: true, try #require(Sample.key(byte: 1))))
            await bench.settle()
            let bond = Sample.bond()
            expect(
                bench.commands,
                is: [
                    .unpair(Sample.ann, disconnect: true), .loadLongTermKeys(bond.keys),
                    .loadIdentityResolvingKeys([bond.identityKey].compactMap(\.self)),
                ])
            expect(bench.keptBonds, is: [bond])
        }
    }
}
