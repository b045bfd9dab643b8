import Expecting
import Testing

@testable import ATT
@testable import FuzzTargets

extension TestService {
    /// How a phone without a hash shows that its services are where they were.
    static let check: [Line] = [
        .client("08 0100 0400 0328", "is Service Changed there?"),
        .phone("09 07 0200 20 0300 052A", "it is"),
        .client("08 1000 1800 0328", "are all characteristics there?"),
        .phone(
            "09 15 1100 10 1200 \(sourceHex) 1400 08 1500 \(controlHex) 1600 10 1700 \(dataHex)",
            "they are"),
    ]
}

/// Services that have moved since, without a word from the phone: one that was restored from
/// another's backup, or another phone.
struct MovedServicesTests {
    private static func begun() -> Stage {
        var stage = Stage(
            TestService.client(
                GATTClientOptions(known: TestService.known(), remembersServices: true)))
        stage.begin()
        return stage
    }

    private static let mtu: [Line] = [.client("02 0502", "our MTU"), .phone("03 B900", "its MTU")]

    /// The first lines of a search.
    private static let search: [Line] = [
        .reports(.learned(nil)), .client("08 0100 FFFF 2A2B", "what is its hash?"),
    ]

    @Test(arguments: 0x11...0x30 as ClosedRange<UInt16>)
    func `moved services are found again, and nothing is written meanwhile`(first: UInt16) {
        var phone = TestPhone(mtu: 185, services: [(first, false)])
        var stage = Self.stage(with: &phone)
        expect(phone.written.keys.sorted(), is: [4], "Service Changed, where it was found")
        expect(stage.client.foundService, is: TestService.at(first))
        stage.play([
            .owner(.write([1], to: TestService.control), as: 1),
            .client("12 \(digits([UInt8(first + 5)]))00 01", "a request"),
        ])
    }

    private static func stage(with phone: inout TestPhone) -> Stage {
        var stage = Stage(
            TestService.client(
                GATTClientOptions(known: TestService.known(), remembersServices: true)))
        stage.begin()
        stage.converse(with: &phone)
        return stage
    }

    @Test func `Service Changed that has moved is found again, though notifications have not`() {
        var stage = Self.begun()
        stage.play(
            Self.mtu + [
                .client("08 0100 0400 0328", "is Service Changed there?"),
                .phone("09 07 0200 02 0300 292A", "no, the maker"),
            ] + Self.search)
    }

    static let others: [(String, String)] = [
        ("01 08 1000 0A", "nothing is there"),
        ("01 08 1000 0E", "it does not say"),
        ("09 15 1100 10 1200 \(TestService.dataHex)", "another characteristic"),
        ("09 15 1100 10 1300 \(TestService.sourceHex)", "another handle"),
        ("09 15 1100 18 1200 \(TestService.sourceHex)", "other properties"),
        ("09 07 1100 10 1200 192A", "another type"),
        ("09 04 1100 1012", "no declaration"),
    ]

    @Test(arguments: others)
    func `whatever else is there instead leads to a search`(answer: String, why: String) {
        var stage = Self.begun()
        stage.play(
            Self.mtu + TestService.check.dropLast() + [.phone(answer, why)] + Self.search)
    }

    @Test func `one characteristic is enough where a packet holds no more`() {
        var stage = Self.begun()
        stage.play(
            Self.mtu + TestService.check.dropLast() + [
                .phone("09 15 1100 10 1200 \(TestService.sourceHex)", "the first of them"),
                .reports(.serviceFound(TestService.found)),
            ])
    }

    @Test func `a change that is told during the check is believed`() {
        var stage = Self.begun()
        stage.play(
            Self.mtu + [
                .client("08 0100 0400 0328", "is Service Changed there?"),
                .phone("1D 0300 1000 3800", "notifications have moved"), .client("1E", "confirmed"),
                .reports(.learned(nil)), .phone("09 07 0200 20 0300 052A", "it is"),
                .client("08 0100 FFFF 2A2B", "what is its hash?"),
            ])
    }
}
