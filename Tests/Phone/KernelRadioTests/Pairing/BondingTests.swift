import Expecting
import Foundation
import LinkSupport
import Linux
import Radio
import Support
import Testing

@testable import KernelRadio

struct BondingTests {
    private static let ann = Sample.bond().name

    /// A stranger with whom a person compares numbers.
    @LoopActor
    private static func admitted(
        _ bench: RadioBench, _ method: PairingMethod = .compare,
        answers: [String: String] = FakePhone.iPhone
    ) async -> (window: WatchedWindow, phone: FakePhone) {
        let window = await bench.openWindow(method)
        let phone = FakePhone(Sample.private1, answers: answers)
        #expect(await bench.connect(phone))
        if method == .passkey {
            bench.fake.emit(.passkeyNotify(phone.peer, passkey: 7, entered: 0))
        } else {
            bench.fake.emit(
                .confirmationRequest(phone.peer, hint: method == .confirm, value: 7))
            window.answer(true)
        }
        await bench.settle()
        bench.fake.forgetCommands()
        return (window, phone)
    }

    static let methods: [(PairingMethod, LongTermKeyKind, LinkSecurity)] = [
        (.compare, .authenticatedP256, Sample.authenticated),
        (.passkey, .authenticatedP256, Sample.authenticated),
        (.passkey, .authenticatedLegacy, Sample.authenticated),
        (.confirm, .unauthenticatedP256, Sample.encrypted),
        (.confirm, .unauthenticatedLegacy, Sample.encrypted),
    ]

    @Test(arguments: methods)
    func `a phone that pairs is kept, named and welcomed`(
        method: PairingMethod, kind: LongTermKeyKind, security: LinkSecurity
    ) async throws {
        try await RadioBench.run { bench in
            await bench.start()
            let (window, phone) = await Self.admitted(bench, method)
            phone.security = security
            await bench.tellKeys([Sample.key(Sample.ann, kind)])
            expect(bench.keptBonds, is: [])
            await bench.letKeysSettle()
            expect(
                window.events.suffix(2), is: ["bonded \(Self.ann) Ann's phone", "closed bonded"])
            expect(bench.visits.map(\.link.phone.bond), is: [Self.ann])
            expect(bench.visits.map(\.link.phone.name), is: ["Ann's phone"])
            expect(bench.visits.first?.events, is: [.available])
            #expect(!phone.wasClosed)
            let bond = Sample.bond(Sample.ann, kind)
            expect(bench.keptBonds, is: [bond])
            expect(bench.keptPhones, is: [PairedPhone(address: Self.ann, name: "Ann's phone")])
            let attributes = try FileManager.default.attributesOfItem(atPath: bench.keys.path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            expect(
                bench.commands.filter { $0 == .setBondable(false) || $0 == .setBondable(true) },
                is: [.setBondable(false)])
            expect(bench.fake.count(.setIOCapability(.noInputNoOutput)), is: 1)
            expect(bench.fake.count(.unpair(Sample.ann, disconnect: true)), is: 0)
            expect(bench.states, is: [.noService, .listening])
        }
    }

    @Test func `a damaged file of keys gives way to a new bond`() async throws {
        try await RadioBench.run(bonds: [Sample.bond(Sample.bob)]) { bench in
            let file = URL(filePath: bench.keys.path)
            try Data("{}\n".utf8).write(to: file)
            await bench.start()
            let (window, phone) = await Self.admitted(bench)
            phone.security = Sample.authenticated
            await bench.tellKeys([Sample.key(Sample.ann, .authenticatedP256)])
            await bench.letKeysSettle()
            expect(window.events.last, is: "closed bonded")
            try expect(bench.keys.read()?.bonds, is: [Sample.bond(Sample.ann, .authenticatedP256)])
            let aside = URL(filePath: bench.keys.path + ".broken")
            try expect(Data(contentsOf: aside), is: Data("{}\n".utf8))
            #expect(bench.advice.count == 2 && bench.advice[1].contains(aside.path))
        }
    }

    @Test func `a phone that does not say its name has its address`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            let (window, phone) = await Self.admitted(bench, answers: FakePhone.nameless)
            phone.security = Sample.authenticated
            await bench.tellKeys()
            await bench.letKeysSettle()
            expect(window.events.count, is: 2)
            await bench.pass(.seconds(4))
            expect(
                window.events.suffix(2), is: ["bonded \(Self.ann) \(Self.ann)", "closed bonded"])
            expect(bench.visits.map(\.link.phone.name), is: [Self.ann])
        }
    }

    @Test func `both keys of the old kind of pairing are in one bond`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            let (_, phone) = await Self.admitted(bench, .passkey)
            phone.security = Sample.authenticated
            let keys = [
                Sample.key(Sample.ann, .authenticatedLegacy),
                Sample.key(Sample.ann, .authenticatedLegacy, isCentral: true, byte: 0x11),
            ]
            await bench.tellKeys(keys)
            await bench.letKeysSettle()
            expect(bench.keptBonds.map(\.keys), is: [keys.compactMap(\.self)])
            expect(bench.visits.count, is: 1)
        }
    }

    @Test func `a phone without private addresses has no key for them`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            let window = await bench.openWindow()
            let phone = FakePhone(Sample.bob)
            #expect(await bench.connect(phone))
            bench.fake.emit(.confirmationRequest(phone.peer, hint: false, value: 7))
            window.answer(true)
            phone.security = Sample.authenticated
            await bench.tellKeys([Sample.key(Sample.bob)], hasIdentityKey: false)
            await bench.letKeysSettle()
            expect(bench.keptBonds.first?.identityKey, is: nil)
            expect(bench.visits.map(\.link.phone.bond), is: ["\(Sample.bob.address)"])
        }
    }

    static let unfit: [(PairingMethod, PeerAddress, LongTermKeyKind, UInt8, String)] = [
        (.compare, Sample.ann, .unauthenticatedP256, 16, "there was no number"),
        (.passkey, Sample.ann, .unauthenticatedLegacy, 16, "there was no number"),
        (.compare, Sample.ann, .authenticatedP256, 15, "the key is short"),
        (.confirm, Sample.ann, .unauthenticatedP256, 7, "the key is short"),
        (.confirm, Sample.ann, .debug, 16, "everybody knows the key"),
        (.compare, Sample.ann, .debug, 16, "everybody knows the key"),
        (.compare, Sample.private1, .authenticatedP256, 16, "it does not say who it is"),
    ]

    @Test(arguments: unfit)
    func `keys that are not to be trusted are taken back`(
        method: PairingMethod, peer: PeerAddress, kind: LongTermKeyKind, size: UInt8, why: String
    ) async throws {
        try await RadioBench.run { bench in
            await bench.start()
            let (window, phone) = await Self.admitted(bench, method)
            phone.security = Sample.authenticated
            await bench.tellKeys(
                [Sample.key(peer, kind, size: size)], of: peer,
                hasIdentityKey: peer == Sample.ann)
            await bench.letKeysSettle()
            expect(
                bench.commands,
                is: [
                    .unpair(peer, disconnect: true), .loadLongTermKeys([]),
                    .loadIdentityResolvingKeys([]),
                ], "\(why)")
            expect(bench.keptBonds, is: [])
            expect(bench.keptPhones, is: [])
            expect(window.events.last, is: "turned away \(Sample.private1.address)")
            #expect(bench.visits.isEmpty)
            // It need not wait before it tries again, nor need others.
            if method != .passkey {
                bench.fake.emit(
                    .confirmationRequest(Sample.private2, hint: method == .confirm, value: 8))
                expect(window.events.last?.hasSuffix("\(Sample.private2.address)"), is: true)
                expect(window.events.last?.hasPrefix("co"), is: true)
            }
        }
    }

    @Test func `keys of another phone are taken back, and the pairing goes on`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            let (window, phone) = await Self.admitted(bench)
            bench.fake.emit(.newLongTermKey(storeHint: true, try #require(Sample.key(Sample.bob))))
            await bench.settle()
            expect(bench.commands.first, is: .unpair(Sample.bob, disconnect: true))
            phone.security = Sample.authenticated
            await bench.tellKeys()
            await bench.letKeysSettle()
            expect(window.events.last, is: "closed bonded")
            expect(bench.keptBonds.map(\.peer), is: [Sample.ann])
        }
    }

    @Test func `keys before anybody has said yes are taken back`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            _ = await bench.openWindow()
            let phone = FakePhone(Sample.private1, security: Sample.authenticated)
            #expect(await bench.connect(phone))
            await bench.tellKeys()
            await bench.letKeysSettle()
            expect(bench.fake.count(.unpair(Sample.ann, disconnect: true)), is: 1)
            expect(bench.keptBonds, is: [])
            #expect(bench.visits.isEmpty)
        }
    }

    @Test func `keys that come as the window closes are taken back`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            let (window, _) = await Self.admitted(bench)
            await bench.tellKeys()
            // Before it is known whether there are more of them.
            bench.radio?.closeWindow()
            await bench.settle()
            await bench.letKeysSettle()
            expect(window.events.last, is: "closed interrupted")
            expect(bench.fake.count(.unpair(Sample.ann, disconnect: true)), is: 1)
            expect(bench.keptBonds, is: [])
        }
    }

    static let drafts = ["keys.json.new", "phones.json.new"]

    @Test(arguments: drafts)
    func `what cannot be written is a failure, and nothing is half kept`(
        draft: String
    ) async throws {
        try await RadioBench.run { bench in
            await bench.start()
            let (window, phone) = await Self.admitted(bench)
            // Nothing can be written where a folder has the name of the draft.
            try FileManager.default.createDirectory(
                atPath: "\(bench.folder)/\(draft)/in-the-way", withIntermediateDirectories: true)
            phone.security = Sample.authenticated
            await bench.tellKeys()
            await bench.letKeysSettle()
            let words = try #require(window.events.last)
            #expect(words.hasPrefix("closed failed: ") && words.contains("cannot be written"))
            expect(bench.fake.count(.unpair(Sample.ann, disconnect: true)), is: 1)
            expect(bench.keptBonds, is: [])
            expect(bench.keptPhones, is: [])
            #expect(bench.visits.isEmpty)
            #expect(!window.events.contains { $0.hasPrefix("bonded") })
        }
    }

    @Test func `a phone that pairs anew and cannot be written keeps its bond`() async throws {
        try await RadioBench.run(bonds: [Sample.bond()]) { bench in
            await bench.start()
            let window = await bench.openWindow()
            let phone = FakePhone()
            #expect(await bench.connect(phone))
            bench.fake.emit(.confirmationRequest(Sample.ann, hint: false, value: 7))
            window.answer(true)
            try FileManager.default.createDirectory(
                atPath: "\(bench.folder)/phones.json.new/in-the-way",
                withIntermediateDirectories: true)
            await bench.tellKeys([Sample.key(byte: 0x11)], formerly: Sample.ann)
            await bench.letKeysSettle()
            expect(window.events.last?.contains("cannot be written"), is: true)
            expect(bench.radio?.bonds.ring.bonds, is: [Sample.bond()])
        }
    }

    @Test func `there is room for so many phones`() async throws {
        let others = (0..<UInt8(KeyRing.limit)).map {
            Sample.bond(PeerAddress(Sample.address(0xC1, $0), .randomLE))
        }
        try await RadioBench.run(bonds: others) { bench in
            await bench.start()
            let (window, _) = await Self.admitted(bench)
            await bench.tellKeys()
            await bench.letKeysSettle()
            expect(
                window.events.last,
                is: "closed failed: 32 phones are paired already; run callboard forget PHONE for "
                    + "one of them")
            expect(bench.fake.count(.unpair(Sample.ann, disconnect: true)), is: 1)
            expect(bench.keptBonds, is: others)
        }
    }

    @Test func `a phone that reads at once after pairing is not refused while its keys are saved`()
        async throws
    {
        // The keyboard's protocol mode: only a phone whose link is encrypted may read it.
        let question = "08 0100 FFFF 4E2A"
        try await RadioBench.run { bench in
            await bench.start(shape: .hid)
            let (_, phone) = await Self.admitted(bench)
            phone.security = Sample.unencrypted
            phone.send(question)
            await bench.settle()
            let refusal = try #require(phone.received.last)
            #expect(refusal.hasPrefix("0108") && refusal.hasSuffix("05"), "\(refusal)")
            phone.security = Sample.authenticated
            phone.send(question)
            await bench.settle()
            let answer = try #require(phone.received.last)
            #expect(answer.hasPrefix("0903") && answer.hasSuffix("01"), "\(answer)")
        }
    }

    @Test(arguments: [false, true])
    func `a known phone that pairs anew has a new bond, and keeps its link`(
        isSecureEarly: Bool
    ) async throws {
        try await RadioBench.run(bonds: [Sample.bond()]) { bench in
            await bench.start()
            let window = await bench.openWindow()
            let phone = FakePhone()
            #expect(await bench.connect(phone))
            bench.fake.emit(.confirmationRequest(Sample.ann, hint: false, value: 7))
            window.answer(true)
            // The link is encrypted before the kernel tells the keys.
            phone.security = Sample.authenticated
            if isSecureEarly { await bench.pass(.seconds(1)) }
            await bench.tellKeys([Sample.key(byte: 0x11)], formerly: Sample.ann)
            await bench.letKeysSettle()
            await bench.pass(.seconds(1))
            expect(
                window.events.suffix(2), is: ["bonded \(Self.ann) Ann's phone", "closed bonded"])
            expect(bench.keptBonds, is: [Sample.bond(byte: 0x11)])
            expect(bench.visits.count, is: 1)
            expect(bench.visits.first?.events, is: [.available])
            #expect(!phone.wasClosed)
            expect(bench.fake.count(.disconnect(Sample.ann)), is: 0)
        }
    }
}
