import ANCS
import Expecting
import LinkSupport
import Linux
import Radio
import Support
import Testing

@testable import KernelRadio

struct BondedLinkTests {
    @Test func `a phone is welcomed once its link is secure, with the name that it is known by`()
        async throws
    {
        try await RadioBench.run(bonds: [Sample.bond()]) { bench in
            await bench.start()
            let phone = FakePhone()
            #expect(await bench.connect(phone))
            phone.send(FakePhone.lookBack)
            await bench.pass(.seconds(1))
            expect(phone.raised, is: [.high])
            #expect(bench.visits.isEmpty)
            expect(phone.received, is: [])
            phone.security = Sample.authenticated
            await bench.pass(.seconds(1))
            expect(bench.visits.count, is: 1)
            expect(
                bench.visits.first?.link.phone,
                is: PhoneIdentity(bond: Sample.bond().name, name: "Ann's phone"))
            expect(bench.visits.first?.events, is: [.available])
            // The device name "a host", in answer to what it has asked in the beginning.
            #expect(phone.received.contains { $0.hasPrefix("09") && $0.hasSuffix("6120686F7374") })
            bench.kernel.disconnect(phone)
            await bench.settle()
            expect(bench.visits.first?.events, is: [.available, .closed(.lost)])
            expect(bench.advice, is: [])
        }
    }

    @Test func `a phone whose owner calls it otherwise is asked once all else is done`()
        async throws
    {
        try await RadioBench.run(bonds: [Sample.bond()]) { bench in
            await bench.start()
            // The first time nothing is known of it, and it is asked first of all.
            let known = FakePhone(security: Sample.authenticated)
            #expect(await bench.connect(known))
            await bench.pass(.seconds(1))
            bench.kernel.disconnect(known)
            await bench.settle()
            let phone = FakePhone(security: Sample.authenticated)
            phone.answers[FakePhone.nameRequest] = "09 06 0300 5A6FC3AB"
            #expect(await bench.connect(phone))
            await bench.pass(.seconds(1))
            let visit = try #require(bench.visits.last)
            expect(visit.events, is: [.available])
            #expect(!phone.received.contains(FakePhone.nameRequest))
            visit.link.subscribe(to: .notificationSource)
            visit.link.subscribe(to: .dataSource)
            visit.link.write([0])
            await bench.pass(.seconds(1))
            expect(phone.received.count { $0 == FakePhone.nameRequest }, is: 1)
            expect(visit.events.last, is: .named("Zoë"))
            expect(visit.link.phone, is: PhoneIdentity(bond: Sample.bond().name, name: "Zoë"))
            expect(bench.keptPhones.first?.name, is: "Zoë")
        }
    }

    @Test func `a link keeps what every link keeps`() async throws {
        try await RadioBench.run(bonds: [Sample.bond()]) { bench in
            bench.opensLinks = false
            await bench.start()
            #expect(await bench.connect(FakePhone(security: Sample.authenticated)))
            await bench.pass(.seconds(1))
            let contract = LinkContract(try #require(bench.visits.first).link) {
                await bench.pass(.seconds(1))
            }
            await contract.open()
            expect(contract.events, is: [.available])
            await contract.askForWhatIsNotThere()
            await contract.close()
            expect(contract.problems, is: [])
        }
    }

    static let insecure: [(LinkSecurity?, LongTermKeyKind, String)] = [
        (nil, .authenticatedP256, "the kernel waits for the phone"),
        (Sample.unencrypted, .authenticatedP256, "nothing is encrypted"),
        (
            LinkSecurity(level: .high, keySize: 16, mode: []), .authenticatedP256,
            "there is a key, and it is not used"
        ),
        (
            LinkSecurity(level: .high, keySize: 15, mode: .encrypted), .authenticatedP256,
            "the key is short"
        ),
        (
            LinkSecurity(level: .medium, keySize: 15, mode: .encrypted), .unauthenticatedP256,
            "the key is short"
        ),
        (Sample.encrypted, .authenticatedP256, "somebody may be in the middle"),
        (Sample.encrypted, .authenticatedLegacy, "somebody may be in the middle"),
    ]

    @Test(arguments: insecure)
    func `a link that stays insecure is dropped, and nobody hears of it or is answered`(
        security: LinkSecurity?, kind: LongTermKeyKind, why: String
    ) async throws {
        try await RadioBench.run(bonds: [Sample.bond(Sample.ann, kind)]) { bench in
            await bench.start()
            let phone = FakePhone(security: security)
            #expect(await bench.connect(phone))
            phone.send(FakePhone.lookBack)
            await bench.pass(.seconds(9))
            #expect(!phone.wasClosed)
            await bench.pass(.seconds(2))
            #expect(phone.wasClosed, "\(why)")
            expect(phone.received, is: [])
            #expect(bench.visits.isEmpty)
            expect(bench.fake.count(.disconnect(Sample.ann)), is: 1)
            expect(bench.advice.count, is: 1)
            expect(bench.advice.first?.hasPrefix("Ann's phone connected without the key"), is: true)
        }
    }

    @Test func `a bond without a number needs none`() async throws {
        let bond = Sample.bond(Sample.ann, .unauthenticatedP256)
        try await RadioBench.run(bonds: [bond]) { bench in
            await bench.start()
            let phone = FakePhone(security: Sample.encrypted)
            #expect(await bench.connect(phone))
            expect(phone.raised, is: [.medium])
            expect(bench.visits.count, is: 1)
        }
    }

    @Test func `of a phone that lacks its key it is told once, until it has it again`() async throws
    {
        try await RadioBench.run(bonds: [Sample.bond()]) { bench in
            await bench.start()
            for count in [1, 1, 2] {
                let phone = FakePhone()
                #expect(await bench.connect(phone))
                await bench.pass(.seconds(11))
                expect(bench.advice.count, is: count)
                bench.kernel.disconnect(phone)
                guard count == 1, bench.visits.isEmpty,
                    bench.fake.count(.disconnect(Sample.ann)) == 2
                else { continue }
                let rightful = FakePhone(security: Sample.authenticated)
                #expect(await bench.connect(rightful))
                expect(bench.visits.count, is: 1)
                bench.kernel.disconnect(rightful)
                await bench.settle()
            }
        }
    }

    @Test func `a phone that goes before its link is secure leaves nothing`() async throws {
        try await RadioBench.run(bonds: [Sample.bond()]) { bench in
            await bench.start()
            let phone = FakePhone()
            #expect(await bench.connect(phone))
            bench.kernel.disconnect(phone)
            phone.security = Sample.authenticated
            await bench.pass(.seconds(11))
            #expect(bench.visits.isEmpty)
            expect(bench.advice, is: [])
        }
    }

    @Test func `many who borrow an address and leave do not keep the phone out`() async throws {
        try await RadioBench.run(bonds: [Sample.bond()]) { bench in
            await bench.start()
            for _ in 0..<30 {
                let borrower = FakePhone()
                #expect(await bench.connect(borrower))
                bench.kernel.disconnect(borrower)
                await bench.settle()
            }
            let stayers = [FakePhone(), FakePhone(), FakePhone()]
            for stayer in stayers { #expect(await bench.connect(stayer)) }
            let phone = FakePhone(security: Sample.authenticated)
            #expect(await bench.connect(phone))
            expect(bench.visits.count, is: 1)
            expect(stayers.map(\.wasClosed), is: [true, true, false])
            // It could end the phone's own link.
            expect(bench.fake.count(.disconnect(Sample.ann)), is: 0)
        }
    }

    @Test func `the end of a link does not end the one that came after it`() async throws {
        try await RadioBench.run(bonds: [Sample.bond()]) { bench in
            await bench.start()
            let first = FakePhone(security: Sample.authenticated)
            #expect(await bench.connect(first))
            bench.kernel.disconnect(first)
            // It is back, and waits to be received, when the host hears of the end.
            let second = FakePhone(security: Sample.authenticated)
            bench.kernel.otherLinks = [second.adapterLink]
            await bench.settle()
            bench.kernel.otherLinks = []
            #expect(await bench.connect(second))
            await bench.pass(.seconds(1))
            #expect(!second.wasClosed)
            expect(bench.fake.count(.disconnect(Sample.ann)), is: 0)
        }
    }

    @Test func `a second link takes the place of the first only once it is secure`() async throws {
        try await RadioBench.run(bonds: [Sample.bond()]) { bench in
            await bench.start()
            let first = FakePhone(security: Sample.authenticated)
            #expect(await bench.connect(first))
            let second = FakePhone()
            #expect(await bench.connect(second))
            await bench.pass(.seconds(5))
            #expect(!first.wasClosed)
            second.security = Sample.authenticated
            await bench.pass(.seconds(1))
            #expect(first.wasClosed)
            #expect(!second.wasClosed)
            expect(bench.visits.map(\.events), is: [[.available, .closed(.lost)], [.available]])
            // It would end the newest link of this address, which is the second.
            expect(bench.fake.count(.disconnect(Sample.ann)), is: 0)
        }
    }

    @Test func `a second link that stays insecure does the first no harm`() async throws {
        try await RadioBench.run(bonds: [Sample.bond()]) { bench in
            await bench.start()
            let first = FakePhone(security: Sample.authenticated)
            let second = FakePhone(security: Sample.encrypted)
            #expect(await bench.connect(first))
            #expect(await bench.connect(second))
            await bench.pass(.seconds(11))
            #expect(second.wasClosed)
            #expect(!first.wasClosed)
            expect(bench.visits.map(\.events), is: [[.available]])
            expect(bench.fake.count(.disconnect(Sample.ann)), is: 0)
        }
    }

    @Test func `who is let go at the end hears it, and who listens as well`() async throws {
        try await RadioBench.run(bonds: [Sample.bond()]) { bench in
            await bench.start()
            let phone = FakePhone(security: Sample.authenticated)
            #expect(await bench.connect(phone))
            await bench.stop()
            #expect(phone.wasClosed)
            expect(bench.visits.first?.events, is: [.available, .closed(.closed)])
        }
    }
}
