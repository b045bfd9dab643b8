import Expecting
import Testing

@testable import ATT
@testable import FuzzTargets

/// A phone that tells of changed services only over a link more secure than it was at the start.
struct ServiceChangedRetryTests {
    /// A client at rest whose subscription to changes was refused.
    private static func refused(with code: UInt8) -> Stage {
        var stage = Stage()
        stage.begin()
        stage.play(
            DiscoveryTests.beginning.dropLast(2) + [
                refusal(code),
                .client("06 0100 FFFF 0028 \(TestService.uuidHex)", "where is the service?"),
            ] + DiscoveryTests.finding)
        return stage
    }

    private static func refusal(_ code: UInt8) -> Line {
        .phone("01 12 0400 \(digits([code]))", "refused")
    }

    private static func subscribing(as id: UInt64) -> [Line] {
        [
            .owner(.subscribe(TestService.data), as: id),
            .client("12 1800 0100", "notify"),
            .phone("13", "done"),
        ]
    }

    private static let retry = Line.client("12 0400 0200", "indicate changes")

    private static let change: [Line] = [
        .phone("1D 0300 1000 1800", "a change"),
        .client("1E", "confirmed"),
        .reports(.serviceVanished),
        .client("06 0100 FFFF 0028 \(TestService.uuidHex)", "where is the service?"),
    ]

    @Test(
        arguments: [
            (0x05, "authentication"), (0x08, "authorization"), (0x0C, "key size"),
            (0x0F, "encryption"),
        ] as [(UInt8, String)])
    func `what the link was too insecure for is asked again once it no longer is`(
        code: UInt8, why: String
    ) {
        var stage = Self.refused(with: code)
        stage.play(
            Self.subscribing(as: 1) + [
                .reports(.completed(1, .succeeded)), Self.retry, .phone("13", "done"),
            ])
        expect(stage.client.deadline, is: nil)
        // Once is enough.
        stage.play(Self.subscribing(as: 2) + [.reports(.completed(2, .succeeded))])
        stage.play(Self.change)
    }

    @Test func `it goes before operations that wait`() {
        var stage = Self.refused(with: 0x0F)
        stage.play([
            .owner(.subscribe(TestService.data), as: 1),
            .client("12 1800 0100", "notify"),
            .owner(.subscribe(TestService.source), as: 2),
            .phone("13", "done"),
            .reports(.completed(1, .succeeded)),
            Self.retry,
            .phone("13", "done"),
            .client("12 1300 0100", "notify"),
            .phone("13", "done"),
            .reports(.completed(2, .succeeded)),
        ])
    }

    @Test func `nothing else than a subscription shows that the link is secure`() {
        var stage = Self.refused(with: 0x0F)
        stage.play([
            .owner(.subscribe(TestService.data), as: 1),
            .client("12 1800 0100", "notify"),
            .phone("01 12 1800 0F", "refused"),
            .reports(.completed(1, .refused(.insufficientEncryption))),
            .owner(.unsubscribe(TestService.data), as: 2),
            .client("12 1800 0000", "no values"),
            .phone("13", "done"),
            .reports(.completed(2, .succeeded)),
            .owner(.write([1], to: TestService.control), as: 3),
            .client("12 1500 01", "a value"),
            .phone("13", "done"),
            .reports(.completed(3, .succeeded)),
        ])
    }

    @Test func `a phone that refuses again is asked after the next subscription`() {
        var stage = Self.refused(with: 0x05)
        for id in 1...3 as ClosedRange<UInt64> {
            stage.play(
                Self.subscribing(as: id) + [
                    .reports(.completed(id, .succeeded)), Self.retry, Self.refusal(0x05),
                ])
        }
        expect(stage.client.foundService, is: TestService.found)
    }

    @Test(arguments: [0x01, 0x03, 0x06, 0x0E, 0x11, 0xA0] as [UInt8])
    func `another refusal is final`(code: UInt8) {
        var stage = Self.refused(with: code)
        stage.play(Self.subscribing(as: 1) + [.reports(.completed(1, .succeeded))])
        // The same when it comes at the second attempt.
        stage = Self.refused(with: 0x05)
        stage.play(
            Self.subscribing(as: 1) + [
                .reports(.completed(1, .succeeded)), Self.retry, Self.refusal(code),
            ])
        stage.play(Self.subscribing(as: 2) + [.reports(.completed(2, .succeeded))])
    }

    @Test func `a change of everything meanwhile begins anew, and nothing is asked twice`() {
        var stage = Self.refused(with: 0x05)
        stage.play(
            Self.subscribing(as: 1) + [
                .reports(.completed(1, .succeeded)), Self.retry,
                .phone("1D 0300 0100 FFFF", "a change, says a phone that remembers us"),
                .client("1E", "confirmed"),
                .reports(.serviceVanished),
                .phone("13", "the subscription is done"),
            ] + DiscoveryTests.beginning.dropFirst(2) + DiscoveryTests.finding)
        stage.play([
            .owner(.subscribe(TestService.data), as: 2),
            .client("12 1800 0000", "none, in case the first one is still on"),
            .phone("13", "done"),
            .client("12 1800 0100", "notify"),
            .phone("13", "done"),
            .reports(.completed(2, .succeeded)),
        ])
    }

    @Test func `a change of the service meanwhile is looked up once`() {
        var stage = Self.refused(with: 0x05)
        stage.play(
            Self.subscribing(as: 1) + [
                .reports(.completed(1, .succeeded)), Self.retry,
                .phone("1D 0300 1000 1800", "a change, says a phone that remembers us"),
                .client("1E", "confirmed"),
                .reports(.serviceVanished),
                .phone("13", "the subscription is done"),
                .client("06 0100 FFFF 0028 \(TestService.uuidHex)", "where is the service?"),
            ] + DiscoveryTests.finding)
    }
}
