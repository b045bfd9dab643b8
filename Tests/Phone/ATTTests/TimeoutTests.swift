import Expecting
import Testing

@testable import ATT
@testable import FuzzTargets

struct TimeoutTests {
    @Test func `a request unanswered for 30 seconds ends the bearer`() {
        var phone = TestPhone(mtu: 185)
        var stage = Stage.ready(&phone)
        stage.play([
            .owner(.write([1], to: TestService.control), as: 1),
            .client("12 1500 01", "write"),
            .owner(.write([2], to: TestService.control), as: 2),
            .wait(.milliseconds(29_999)),
            .phone("1B 1200 00", "a value, which is no answer"),
            .wait(.milliseconds(1)),
            .reports(.completed(1, .failed(.bearerEnded))),
            .reports(.completed(2, .failed(.bearerEnded))),
            .reports(.ended(.timedOut(.writeRequest))),
            .phone("13", "too late"),
            .owner(.write([3], to: TestService.control), as: 3),
        ])
    }

    @Test func `an MTU request that is not answered is waited for less long`() {
        var stage = Stage()
        stage.begin()
        stage.play([
            .client("02 0502", "MTU: ours is 517"), .wait(.milliseconds(9_999)),
            .phone("02 B900", "what is yours?"), .client("03 0502", "ours is 517"),
            .wait(.milliseconds(1)), .reports(.ended(.timedOut(.exchangeMTURequest))),
        ])
    }

    @Test func `a phone that is not asked for its MTU may still say it`() {
        var stage = Stage(TestService.client(GATTClientOptions(asksMTU: false)))
        stage.begin()
        stage.play([
            .client("06 0100 FFFF 0028 0118", "where is Generic Attribute?"),
            .phone("02 B900", "what is your MTU?"), .client("03 0502", "ours is 517"),
        ])
        expect(stage.client.mtu, is: 185)
        var phone = TestPhone(mtu: 23)
        var small = Stage(TestService.client(GATTClientOptions(asksMTU: false)))
        small.begin()
        expect(small.converse(with: &phone), is: [.serviceFound(TestService.found)])
        expect(small.client.mtu, is: 23)
    }

    @Test func `every request of the search has its own 30 seconds`() {
        var stage = Stage()
        stage.begin()
        stage.play([
            .client("02 0502", "MTU: ours is 517"),
            .wait(.seconds(9)),
            .phone("03 B900", "MTU: 185"),
            .client("06 0100 FFFF 0028 0118", "where is Generic Attribute?"),
            .wait(.seconds(29)),
            .phone("01 06 0100 0A", "nowhere"),
            .client("06 0100 FFFF 0028 \(TestService.uuidHex)", "where is the service?"),
            .wait(.seconds(30)),
            .reports(.ended(.timedOut(.findByTypeValueRequest))),
        ])
    }

    @Test func `a given up request still has to be answered in time`() {
        var phone = TestPhone(mtu: 185)
        var stage = Stage.ready(&phone)
        stage.play([
            .owner(.write([1], to: TestService.control), as: 1),
            .client("12 1500 01", "write"),
            .phone("1D 0300 1000 1800", "a change"),
            .client("1E", "confirmed"),
            .reports(.completed(1, .failed(.serviceUnavailable))),
            .reports(.serviceVanished),
            .wait(.seconds(30)),
            .reports(.ended(.timedOut(.writeRequest))),
        ])
    }

    @Test func `nothing is waited for at rest`() {
        var phone = TestPhone(mtu: 185)
        var stage = Stage.ready(&phone)
        expect(stage.client.deadline, is: nil)
        stage.play([.wait(.seconds(1_000_000))])
        #expect(!stage.client.hasEnded)
    }

    @Test(arguments: [BearerEnd.lost, .closed, .congested])
    func `an end is reported once`(end: BearerEnd) {
        var phone = TestPhone(mtu: 185)
        var stage = Stage.ready(&phone)
        expect(stage.client.end(because: end), is: [.report(.ended(end))])
        expect(stage.client.end(because: .lost), is: [])
        expect(stage.client.start(at: .zero), is: [])
    }
}
