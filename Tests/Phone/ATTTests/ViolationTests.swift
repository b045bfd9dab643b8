import Expecting
import Testing

@testable import ATT
@testable import FuzzTargets

struct ViolationTests {
    static let long = String(repeating: "00", count: 200)

    @Test(arguments: [
        ("", Violation.emptyPDU, "nothing"),
        ("1B 12", .malformed(.handleValueNotification, .truncated), "half a handle"),
        ("1B 1200 \(long)", .tooLong(length: 203, mtu: 185), "a long notification"),
        ("13", .unexpectedResponse(.writeResponse), "a response to nothing"),
        ("01 12 1500 0A", .unexpectedResponse(.errorResponse), "an error to nothing"),
        ("03 1700", .unexpectedResponse(.exchangeMTUResponse), "a second MTU"),
        ("1E", .unexpectedConfirmation, "a confirmation"),
        ("23 1200 0100 00", .multipleValues, "several values"),
    ])
    func `what does no harm is counted and ignored`(
        pdu: String, violation: Violation, why: String
    ) {
        var phone = TestPhone(mtu: 185)
        var stage = Stage.ready(&phone)
        stage.play([
            .phone(pdu, why),
            .reports(.violated(violation)),
            .owner(.write([1], to: TestService.control), as: 1),
            .client("12 1500 01", "all goes on"),
            .phone("13", "done"),
            .reports(.completed(1, .succeeded)),
        ])
        expect(stage.client.violationCount, is: 1)
        expect(stage.client.mtu, is: 185)
    }

    @Test(arguments: [
        ("1D 12", Violation.malformed(.handleValueIndication, .truncated), "half a handle"),
        ("1D", .malformed(.handleValueIndication, .truncated), "no handle"),
        ("1D 1200 \(long)", .tooLong(length: 203, mtu: 185), "a long one"),
    ])
    func `a bad indication is confirmed all the same`(
        pdu: String, violation: Violation, why: String
    ) {
        var phone = TestPhone(mtu: 185)
        var stage = Stage.ready(&phone)
        stage.play([
            .phone(pdu, why), .client("1E", "confirmed"), .reports(.violated(violation)),
        ])
    }

    @Test(arguments: [
        ("19", Violation.wrongResponse(.executeWriteResponse, to: .writeRequest), "another"),
        ("03 1700", .wrongResponse(.exchangeMTUResponse, to: .writeRequest), "another"),
        ("01 08 1500 0A", .wrongResponse(.errorResponse, to: .writeRequest), "another's error"),
        ("01 12 1500", .malformed(.errorResponse, .truncated), "a cut error"),
        ("13 00", .malformed(.writeResponse, .trailingBytes), "a byte too many"),
        ("13 \(long)", .tooLong(length: 201, mtu: 185), "a long response"),
    ])
    func `what leaves the state open ends the bearer`(
        pdu: String, violation: Violation, why: String
    ) {
        var phone = TestPhone(mtu: 185)
        var stage = Stage.ready(&phone)
        stage.play([
            .owner(.write([1], to: TestService.control), as: 1),
            .client("12 1500 01", "write"),
            .owner(.write([2], to: TestService.control), as: 2),
            .phone(pdu, why),
            .reports(.completed(1, .failed(.bearerEnded))),
            .reports(.completed(2, .failed(.bearerEnded))),
            .reports(.ended(.violated(violation))),
            .phone("13", "a late response"),
            .phone("1D 0300 1000 FFFF", "a late indication"),
            .owner(.write([3], to: TestService.control), as: 3),
            .wait(.seconds(100)),
        ])
        expect(stage.client.deadline, is: nil)
    }

    @Test func `a malformed answer to a question of discovery ends the bearer`() {
        for (before, answer) in [
            (0, "07 1000"), (2, "09 00"), (2, "09 05 1100 10 1200"), (6, "05 09 1300 0229"),
        ] {
            var stage = Stage()
            stage.begin()
            stage.play(DiscoveryTests.beginning + DiscoveryTests.finding.prefix(before))
            stage.receive(hex(answer))
            guard case .report(.ended(.violated(.malformed))) = stage.takeActions().last else {
                Issue.record("\(answer) was taken")
                continue
            }
        }
    }

    @Test func `a packet too long to be read ends the bearer`() {
        var phone = TestPhone(mtu: 185)
        var stage = Stage.ready(&phone)
        let actions = stage.client.receiveUnreadable(length: 600)
        expect(actions, is: [.report(.ended(.violated(.tooLong(length: 600, mtu: 185))))])
    }

    @Test(arguments: [
        ("02 B900", "03 0502", "Exchange MTU is answered with ours"),
        ("02 B9", "01 02 0000 04", "half an MTU is an invalid PDU"),
        ("04 0100 FFFF", "01 04 0000 06", "Find Information"),
        ("06 0100 FFFF 0028 0118", "01 06 0000 06", "Find By Type Value"),
        ("08 0100 FFFF 0328", "01 08 0000 06", "Read By Type"),
        ("0A 0100", "01 0A 0000 06", "Read"),
        ("0C 0100 0000", "01 0C 0000 06", "Read Blob"),
        ("10 0100 FFFF 0028", "01 10 0000 06", "Read By Group Type"),
        ("12 0100 00", "01 12 0000 06", "Write"),
        ("18 01", "01 18 0000 06", "Execute Write"),
        ("00", "01 00 0000 06", "a request nobody knows"),
        ("3C 00", "01 3C 0000 06", "another"),
        ("12 0100 \(long)", "01 12 0000 06", "a long one"),
    ])
    func `a request of the phone is answered at once`(
        request: String, answer: String, why: String
    ) {
        var phone = TestPhone(mtu: 185)
        var stage = Stage.ready(&phone)
        stage.perform(.write([1], to: TestService.control), as: 1)
        _ = stage.takeActions()
        stage.receive(hex(request))
        expect(stage.takeActions().first, is: .send(hex(answer)), "\(why)")
        stage.play([.phone("13", "done"), .reports(.completed(1, .succeeded))])
    }

    @Test func `the MTU that a phone asks for counts`() {
        var stage = Stage()
        stage.begin()
        stage.play([
            .client("02 0502", "MTU: ours is 517"),
            .phone("02 B900", "MTU: mine is 185, yours?"),
            .client("03 0502", "517"),
        ])
        expect(stage.client.mtu, is: 185)
    }

    @Test(arguments: ["52 0300 00", "D2 0300 00", "40", "7F 00", "FF"])
    func `a command is ignored, known or not`(command: String) {
        var phone = TestPhone(mtu: 185)
        var stage = Stage.ready(&phone)
        stage.play([.phone(command, "a command")])
        expect(stage.client.violationCount, is: 0)
    }

    @Test func `violations are described without content`() {
        let violation = Violation.malformed(.handleValueNotification, .truncated)
        expect("\(violation)", is: "PDU 0x1B ends too early")
        let wrong = Violation.wrongResponse(.errorResponse, to: .writeRequest)
        expect("\(wrong)", is: "response 0x01 to request 0x12")
    }
}
