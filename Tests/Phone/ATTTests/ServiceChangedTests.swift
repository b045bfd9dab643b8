import Expecting
import Testing

@testable import ATT
@testable import FuzzTargets

struct ServiceChangedTests {
    @Test func `a service that goes and comes back is reported both times`() {
        var phone = TestPhone(mtu: 185)
        var stage = Stage.ready(&phone)
        phone.withdraw(from: 0x10)
        stage.receive(hex("1D 0300 1000 FFFF"))
        expect(stage.converse(with: &phone), is: [.serviceVanished, .serviceNotFound])
        phone.publish(at: 0x30)
        stage.receive(hex("1D 0300 3000 3800"))
        expect(stage.converse(with: &phone), is: [.serviceFound(TestService.at(0x30))])
    }

    @Test(arguments: [
        ("1000 1800", "the whole service"), ("1800 1800", "its last handle"),
        ("0500 1000", "its first handle"), ("1000 FFFF", "everything from it on"),
    ])
    func `a change of the service is confirmed and the service looked up again`(
        range: String, why: String
    ) {
        var phone = TestPhone(mtu: 185)
        var stage = Stage.ready(&phone)
        stage.play([
            .phone("1D 0300 \(range)", why),
            .client("1E", "confirmed"),
            .reports(.serviceVanished),
            .client("06 0100 FFFF 0028 \(TestService.uuidHex)", "where is the service?"),
        ])
        expect(stage.client.foundService, is: nil)
        stage.play(DiscoveryTests.finding)
    }

    @Test(arguments: ["0500 0F00", "1900 FFFF", "1900 1900"])
    func `a change elsewhere leaves the service alone`(range: String) {
        var phone = TestPhone(mtu: 185)
        var stage = Stage.ready(&phone)
        stage.play([
            .phone("1D 0300 \(range)", "a change elsewhere"),
            .client("1E", "confirmed"),
        ])
        expect(stage.client.foundService, is: TestService.found)
    }

    @Test(arguments: [
        ("", "nothing"), ("1000 18", "three bytes"), ("1000 1800 00", "five bytes"),
        ("1800 1000", "the wrong way round"), ("0000 0000", "no handle"),
    ])
    func `a change that is no range is a change of everything`(value: String, why: String) {
        var phone = TestPhone(mtu: 185)
        var stage = Stage.ready(&phone)
        stage.play([
            .phone("1D 0300 \(value)", why),
            .client("1E", "confirmed"),
            .reports(.violated(.invalidServiceChanged)),
            .reports(.serviceVanished),
            .client("06 0100 FFFF 0028 0118", "where is Generic Attribute?"),
        ])
    }

    @Test func `a change of everything renews the subscription to changes`() {
        var phone = TestPhone(mtu: 185)
        var stage = Stage.ready(&phone)
        stage.play(
            [
                .phone("1D 0300 0100 FFFF", "a change of everything"),
                .client("1E", "confirmed"),
                .reports(.serviceVanished),
            ] + DiscoveryTests.beginning.dropFirst(2) + DiscoveryTests.finding)
    }

    @Test func `a change in the middle of operations ends them`() {
        var phone = TestPhone(mtu: 185)
        var stage = Stage.ready(&phone)
        stage.play(
            [
                .owner(.subscribe(TestService.data), as: 1),
                .client("12 1800 0100", "notify"),
                .owner(.write([1], to: TestService.control), as: 2),
                .phone("1D 0300 1000 1800", "a change"),
                .client("1E", "confirmed"),
                .reports(.completed(1, .failed(.serviceUnavailable))),
                .reports(.completed(2, .failed(.serviceUnavailable))),
                .reports(.serviceVanished),
                .phone("1B 1700 00", "a value of the old subscription"),
                .owner(.write([1], to: TestService.control), as: 3),
                .reports(.completed(3, .failed(.serviceUnavailable))),
                .phone("13", "the old write is done"),
                .client("06 0100 FFFF 0028 \(TestService.uuidHex)", "where is the service?"),
            ] + DiscoveryTests.finding)
        expect(stage.client.unclaimedValueCount, is: 1)
    }

    @Test(arguments: ["13", "01 12 1800 0E"])
    func `a subscription that a change overtook is made anew from the beginning`(answer: String) {
        var phone = TestPhone(mtu: 185)
        var stage = Stage.ready(&phone)
        stage.play(
            [
                .owner(.subscribe(TestService.data), as: 1),
                .client("12 1800 0100", "notify"),
                .phone("1D 0300 1000 1800", "a change"),
                .client("1E", "confirmed"),
                .reports(.completed(1, .failed(.serviceUnavailable))),
                .reports(.serviceVanished),
                .phone("13", "it is on nevertheless"),
                .client("06 0100 FFFF 0028 \(TestService.uuidHex)", "where is the service?"),
            ] + DiscoveryTests.finding)
        for (id, isFirst) in [(2, true), (3, false)] as [(UInt64, Bool)] {
            let off: [Line] = [.client("12 1800 0000", "off"), .phone(answer, "off, or not")]
            stage.play(
                [.owner(.subscribe(TestService.data), as: id)] + (isFirst ? off : []) + [
                    .client("12 1800 0100", "notify"),
                    .phone("13", "done"),
                    .reports(.completed(id, .succeeded)),
                ])
        }
    }

    @Test func `a change in the middle of a long write makes the phone forget its parts`() {
        var phone = TestPhone(mtu: 23)
        var stage = Stage.ready(&phone)
        let first = "000102030405060708090A0B0C0D0E0F1011"
        stage.play([
            .owner(.write(Array(0..<21), to: TestService.control), as: 1),
            .client("16 1500 0000 \(first)", "the first 18"),
            .phone("1D 0300 1000 1800", "a change"),
            .client("1E", "confirmed"),
            .reports(.completed(1, .failed(.serviceUnavailable))),
            .reports(.serviceVanished),
            .phone("17 1500 0000 \(first)", "taken"),
            .client("18 00", "forget the parts"),
            .phone("19", "done"),
            .client("06 0100 FFFF 0028 \(TestService.uuidHex)", "where is the service?"),
        ])
    }

    @Test func `a change in the middle of the search begins it again`() {
        var stage = Stage()
        stage.begin()
        stage.play(
            DiscoveryTests.beginning + DiscoveryTests.finding.prefix(4) + [
                .phone("1D 0300 1000 FFFF", "a change"),
                .client("1E", "confirmed"),
                .phone("01 08 1800 0A", "the answer to the old question"),
                .client("06 0100 FFFF 0028 \(TestService.uuidHex)", "where is the service?"),
            ] + DiscoveryTests.finding)
    }

    @Test func `endless changes cost one confirmation each and no second request`() {
        var phone = TestPhone(mtu: 185)
        var stage = Stage.ready(&phone)
        for _ in 0..<1000 { stage.receive(hex("1D 0300 0100 FFFF")) }
        let sent = stage.takeActions().compactMap { action in
            if case .send(let pdu) = action { pdu[0] } else { nil }
        }
        expect(sent.filter { $0 == 0x1E }.count, is: 1000)
        expect(sent.filter { $0 == 0x06 }.count, is: 1)
        expect(sent.count, is: 1001)
    }

    @Test func `an indication before anything is known is confirmed`() {
        var stage = Stage()
        stage.begin()
        stage.play([
            .client("02 0502", "MTU: ours is 517"),
            .phone("1D 0300 0100 FFFF", "a change, says a phone that remembers us"),
            .client("1E", "confirmed"),
            .phone("03 B900", "MTU: 185"),
            .client("06 0100 FFFF 0028 0118", "where is Generic Attribute?"),
        ])
        expect(stage.client.unclaimedValueCount, is: 1)
    }
}
