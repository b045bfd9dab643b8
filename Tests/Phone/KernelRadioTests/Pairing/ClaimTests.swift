import Expecting
import Linux
import Radio
import Support
import Testing

@testable import KernelRadio

struct ClaimTests {
    static let claims: [(former: PeerAddress, byte: UInt8, isKept: Bool, why: String)] = [
        (Sample.private1, 0x22, false, "anybody can say so"),
        (Sample.private1, 0x6B, true, "it has the key of the phone's addresses"),
        (Sample.ann, 0x22, true, "the person was asked about that phone"),
    ]

    @Test(arguments: claims)
    func `a stranger cannot take the place of a phone that is paired`(
        former: PeerAddress, byte: UInt8, isKept: Bool, why: String
    ) async throws {
        try await RadioBench.run(bonds: [Sample.bond()]) { bench in
            await bench.start()
            let window = await bench.openWindow()
            let phone = FakePhone(former)
            #expect(await bench.connect(phone))
            bench.fake.emit(.confirmationRequest(former, hint: false, value: 7))
            window.answer(true)
            await bench.settle()
            phone.security = Sample.authenticated
            let identityKey = try #require(Sample.identityKey(byte: byte))
            bench.fake.emit(
                .newIdentityResolvingKey(
                    storeHint: true, resolvable: former.address, identityKey))
            await bench.tellKeys([Sample.key(byte: 0x11)], hasIdentityKey: false)
            await bench.letKeysSettle()
            await bench.pass(.seconds(1))
            expect(
                bench.keptBonds.map(\.keys.first?.value.first), is: [isKept ? 0x11 : 0x5A], "\(why)"
            )
            guard !isKept else {
                expect(window.events.last, is: "closed bonded", "\(why)")
                return
            }
            #expect(
                window.events.last
                    == "closed failed: it claims to be Ann's phone, which is already paired with "
                    + "other keys; if that is true, run callboard forget "
                    + "\(Sample.ann.address) first")
            expect(bench.fake.count(.unpair(Sample.ann, disconnect: true)), is: 1)
            #expect(bench.commands.contains(.loadLongTermKeys(Sample.bond().keys)))
            #expect(bench.visits.isEmpty)
        }
    }

    @Test func `keys that are not kept on the other side are taken back`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            let window = await bench.openWindow()
            let phone = FakePhone(Sample.private1, security: Sample.authenticated)
            #expect(await bench.connect(phone))
            bench.fake.emit(.confirmationRequest(phone.peer, hint: false, value: 7))
            window.answer(true)
            await bench.tellKeys([])
            bench.fake.emit(.newLongTermKey(storeHint: false, try #require(Sample.key())))
            await bench.letKeysSettle()
            expect(bench.fake.count(.unpair(Sample.ann, disconnect: true)), is: 1)
            expect(bench.keptBonds, is: [])
            expect(window.events.last, is: "turned away \(Sample.private1.address)")
        }
    }
}
