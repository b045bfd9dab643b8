import Expecting
import Testing

@testable import ATT
@testable import FuzzTargets

struct KnownServicesTests {
    private static let hash = [UInt8](repeating: 0xA7, count: 16)
    private static let hashHex = "A7A7A7A7 A7A7A7A7 A7A7A7A7 A7A7A7A7"
    private static let askMTU: [Line] = [.client("02 0502", "our MTU"), .phone("03 B900", "its")]
    private static let askHash = Line.client("08 0100 FFFF 2A2B", "what is its hash?")
    private static let searchChanges = Line.client(
        "06 0100 FFFF 0028 0118", "where is Generic Attribute?")

    private static func begun(_ known: KnownServices?, remembers: Bool = true) -> Stage {
        var stage = Stage(
            TestService.client(GATTClientOptions(known: known, remembersServices: remembers)))
        stage.begin()
        return stage
    }

    /// A stage whose phone has been searched, and what was reported by then.
    private static func searched(
        hash: [UInt8]?, known: KnownServices? = nil
    ) -> (Stage, TestPhone, [GATTEvent]) {
        var phone = TestPhone(mtu: 185)
        if let hash { phone.describe(hash: hash, name: "Mara") }
        var stage = begun(known)
        let events = stage.converse(with: &phone)
        return (stage, phone, events)
    }

    @Test func `a phone with the hash of the last time is asked for nothing else`() {
        var stage = Self.begun(TestService.known(hash: Self.hash))
        stage.play(
            Self.askMTU + [
                Self.askHash, .phone("09 12 0600 \(Self.hashHex)", "the same"),
                .reports(.serviceFound(TestService.found)),
                .owner(.subscribe(TestService.data), as: 1), .client("12 1800 0100", "on"),
                .phone("13", "done"), .reports(.completed(1, .succeeded)),
                .owner(.subscribe(TestService.source), as: 2), .client("12 1300 0100", "on"),
                .phone("13", "done"), .reports(.completed(2, .succeeded)),
                .phone("1B 1200 01", "a value"), .reports(.value(TestService.source, [1])),
            ])
    }

    @Test func `a phone without a hash that tells of changes shows that all is where it was`() {
        var stage = Self.begun(TestService.known())
        stage.play(
            Self.askMTU + TestService.check + [
                .reports(.serviceFound(TestService.found)),
                .owner(.subscribe(TestService.data), as: 1), .client("12 1800 0100", "on"),
            ])
    }

    @Test func `what was found is learned, and nothing when it is the same`() {
        for hash in [Self.hash, nil] {
            let known = TestService.known(hash: hash ?? [])
            let (_, _, events) = Self.searched(hash: hash)
            expect(events, is: [.serviceFound(TestService.found), .learned(known)])
            let (_, _, again) = Self.searched(hash: hash, known: known)
            expect(again, is: [.serviceFound(TestService.found)])
        }
    }

    @Test(arguments: [
        ("09 12 0600 A8A7A7A7 A7A7A7A7 A7A7A7A7 A7A7A7A7", "another hash"),
        ("09 06 0600 A7A7A7A7", "four bytes are no hash"),
        ("01 08 0100 0A", "no hash any more"), ("01 08 0600 05", "a hash that is hidden"),
    ])
    func `a phone that has changed is searched`(answer: String, why: String) {
        var stage = Self.begun(TestService.known(hash: Self.hash))
        stage.play(
            Self.askMTU + [
                Self.askHash, .phone(answer, why), .reports(.learned(nil)), Self.searchChanges,
            ])
    }

    @Test func `a response that is no list ends the bearer, as elsewhere`() {
        var stage = Self.begun(TestService.known(hash: Self.hash))
        stage.play(
            Self.askMTU + [
                Self.askHash, .phone("09 12 0600 A7", "a cut entry"),
                .reports(.ended(.violated(.malformed(.readByTypeResponse, .unevenList)))),
            ])
    }

    @Test func `what lacks a characteristic is no knowledge`() throws {
        let whole = TestService.known()
        let service = GATTService(
            range: whole.service.range, characteristics: [whole.service.characteristics[0]])
        let known = KnownServices(
            databaseHash: [], service: service,
            genericAttributeService: whole.genericAttributeService, tellsOfChanges: true)
        var stage = Self.begun(known)
        stage.play(
            Self.askMTU + [
                Self.askHash, .phone("01 08 0100 0A", "none"), .reports(.learned(nil)),
                Self.searchChanges,
            ])
    }

    @Test func `a client that is not to remember asks for no hash and learns nothing`() {
        var stage = Self.begun(nil, remembers: false)
        stage.play(
            Self.askMTU + [Self.searchChanges])
        var other = Self.begun(TestService.known(hash: Self.hash), remembers: false)
        other.play(
            Self.askMTU + [
                Self.askHash, .phone("09 12 0600 \(Self.hashHex)", "the same"),
                .reports(.serviceFound(TestService.found)),
            ])
    }

    @Test func `a phone that does not tell of changes yet is asked to`() {
        let known = TestService.known(hash: Self.hash, tellsOfChanges: false)
        var stage = Self.begun(known)
        stage.play(
            Self.askMTU + [
                Self.askHash, .phone("09 12 0600 \(Self.hashHex)", "the same"),
                .client("12 0400 0200", "tell of changes"), .phone("13", "it will"),
                .reports(.serviceFound(TestService.found)),
                .reports(.learned(TestService.known(hash: Self.hash))),
            ])
        var unhashed = Self.begun(TestService.known(tellsOfChanges: false))
        unhashed.play(
            Self.askMTU + [Self.askHash])
    }

    @Test func `a subscription to changes that was refused for want of security is learned later`()
    {
        var stage = Self.begun(TestService.known(hash: Self.hash, tellsOfChanges: false))
        stage.play(
            Self.askMTU + [
                Self.askHash, .phone("09 12 0600 \(Self.hashHex)", "the same"),
                .client("12 0400 0200", "tell of changes"), .phone("01 12 0400 05", "not so"),
                .reports(.serviceFound(TestService.found)),
                .owner(.subscribe(TestService.source), as: 1), .client("12 1300 0100", "on"),
                .phone("13", "done"), .reports(.completed(1, .succeeded)),
                .client("12 0400 0200", "tell of changes, again"), .phone("13", "it will"),
                .reports(.learned(TestService.known(hash: Self.hash))),
            ])
    }

    @Test(arguments: [
        ("01 12 1300 01", "no such handle"), ("01 12 1300 0A", "no such attribute"),
        ("01 12 1300 03", "another attribute"), ("01 12 1300 12", "services that have changed"),
    ])
    func `a refusal that shows stale handles leads to a search`(refusal: String, why: String) {
        var stage = Self.begun(TestService.known())
        var phone = TestPhone(mtu: 185, services: [(0x30, false)])
        stage.play(
            Self.askMTU + TestService.check + [
                .reports(.serviceFound(TestService.found)),
                .owner(.subscribe(TestService.source), as: 1), .client("12 1300 0100", "on"),
                .owner(.subscribe(TestService.data), as: 2), .phone(refusal, why),
                .reports(.learned(nil)),
                .reports(.completed(1, .failed(.serviceUnavailable))),
                .reports(.completed(2, .failed(.serviceUnavailable))), .reports(.serviceVanished),
                Self.askHash,
            ])
        stage.receive(hex("01 08 0100 0A"))
        expect(
            stage.converse(with: &phone),
            is: [
                .serviceFound(TestService.at(0x30)), .learned(TestService.known(at: 0x30)),
            ])
        // Searched handles are taken at their word: a refusal is the owner's then.
        stage.play([
            .owner(.write([1], to: TestService.control), as: 3), .client("12 3500 01", "a request"),
            .phone("01 12 3500 01", "no such handle"),
            .reports(.completed(3, .refused(.invalidHandle))),
        ])
    }

    @Test(arguments: [0x05, 0x0F, 0x08, 0x0E, 0x80, 0xA2] as [UInt8])
    func `any other refusal is the owner's`(code: UInt8) {
        var stage = Self.begun(TestService.known())
        stage.play(
            Self.askMTU + TestService.check + [
                .reports(.serviceFound(TestService.found)),
                .owner(.subscribe(TestService.source), as: 1), .client("12 1300 0100", "on"),
                .phone("01 12 1300 \(digits([code]))", "not so"),
                .reports(.completed(1, .refused(ErrorCode(rawValue: code)))),
                .client("12 0400 0200", "tell of changes"),
            ])
    }

    /// What follows a phone's being known, up to the owner's first write.
    private static let firstWrite: [Line] =
        askMTU + TestService.check + [
            .reports(.serviceFound(TestService.found)),
            .owner(.subscribe(TestService.source), as: 1), .client("12 1300 0100", "on"),
            .phone("13", "done"), .reports(.completed(1, .succeeded)),
            .owner(.write([1], to: TestService.control), as: 2), .client("12 1500 01", "a request"),
            .phone("13", "done"), .reports(.completed(2, .succeeded)),
            .client("12 0400 0200", "tell of changes, as before"),
        ]

    @Test func `a phone is asked again to tell of changes, after what is urgent`() {
        var stage = Self.begun(TestService.known())
        stage.play(
            Self.firstWrite + [
                .phone("13", "it does"),
                .owner(.write([2], to: TestService.control), as: 3), .client("12 1500 02", "more"),
                .phone("13", "done"), .reports(.completed(3, .succeeded)),
            ])
    }

    @Test func `a phone that no longer tells of changes is not trusted the next time`() {
        var stage = Self.begun(TestService.known())
        stage.play(
            Self.firstWrite + [
                .phone("01 12 0400 0E", "not any more"),
                .reports(.learned(TestService.known(tellsOfChanges: false))),
            ])
    }

    @Test func `stale handles of the service that tells of changes lead to a search, too`() {
        var stage = Self.begun(TestService.known(hash: Self.hash, tellsOfChanges: false))
        stage.play(
            Self.askMTU + [
                Self.askHash, .phone("09 12 0600 \(Self.hashHex)", "the same"),
                .client("12 0400 0200", "tell of changes"),
                .phone("01 12 0400 01", "no such handle"),
                .reports(.learned(nil)), Self.askHash,
            ])
    }
}
