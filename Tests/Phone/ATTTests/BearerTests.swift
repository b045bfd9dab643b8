import Expecting
import Testing

@testable import ATT
@testable import FuzzTargets

struct BearerTests {
    private static func stage(_ options: GATTClientOptions = GATTClientOptions()) -> Stage {
        Stage(TestService.client(options), server: TestService.server)
    }

    @Test func `a phone is answered before the client has begun`() {
        var stage = Self.stage()
        stage.play([
            .phone("02 F700", "its MTU"), .client("03 0502", "ours"),
            .phone("10 0100 FFFF 0028", "its search"),
            .client("11 06 0100 0700 0018 0800 0F00 0118 1000 1500 1218", "all of one length"),
            .phone("08 0100 FFFF 2A2B", "our hash"),
            .client("09 12 0F00 " + digits(TestService.server.databaseHash), "the hash"),
            .phone("52 1800 00", "a command"),
            .phone("1B 1200 00", "a value that nobody wants"),
        ])
        expect(stage.client.mtu, is: 247)
        expect(stage.client.unclaimedValueCount, is: 1)
        expect(stage.client.deadline, is: nil)
    }

    @Test func `a phone that has settled the MTU is not asked for it again`() {
        var stage = Self.stage()
        stage.play([.phone("02 B900", "its MTU"), .client("03 0502", "ours")])
        stage.begin()
        stage.play([.client("06 0100 FFFF 0028 0118", "where is Generic Attribute?")])
        expect(stage.client.mtu, is: 185)
    }

    @Test(arguments: [
        ("02 0000", 23, "less than there must be"), ("02 1700", 23, "the least"),
        ("02 0502", 517, "the most"), ("02 FFFF", 517, "more than there may be"),
    ])
    func `the MTU that a phone asks for stays within its bounds`(
        request: String, mtu: Int, why: String
    ) {
        var stage = Self.stage()
        stage.play([.phone(request, why), .client("03 0502", "ours")])
        expect(stage.client.mtu, is: mtu)
    }

    @Test func `a malformed MTU settles nothing`() {
        var stage = Self.stage()
        stage.play([
            .phone("02 B9", "half an MTU"), .client("01 02 0000 04", "no PDU"),
            .reports(.violated(.malformed(.exchangeMTURequest, .truncated))),
        ])
        stage.begin()
        stage.play([.client("02 0502", "our MTU")])
    }

    @Test func `requests of both sides cross each other`() {
        var stage = Self.stage()
        stage.begin()
        stage.play([
            .client("02 0502", "our MTU"),
            .phone("02 B900", "its MTU, before its answer"), .client("03 0502", "ours"),
            .phone("0A 0300", "what is our name?"), .client("0B 63616C6C626F617264", "callboard"),
            .phone("03 B900", "its answer"),
            .client("06 0100 FFFF 0028 0118", "where is Generic Attribute?"),
            .phone("04 0100 0200", "what is there?"),
            .client("05 01 0100 0028 0200 0328", "two attributes"),
            .phone("7E", "an unknown command"),
            .phone("9A 00", "an unknown request"), .client("01 9A 0000 06", "not supported"),
            .phone("01 06 0100 0A", "no Generic Attribute"),
            .client("06 0100 FFFF 0028 \(TestService.uuidHex)", "where is the service?"),
            .phone("0A 1200", "something hidden"), .client("01 0A 1200 05", "not so"),
        ])
        stage.bearer.isSecure = true
        stage.play([
            .phone("0A 1400", "the same kind, encrypted now"),
            .client("0B 0000000000000000", "no key is pressed"),
            .phone("01 06 0100 0A", "no service"), .reports(.serviceNotFound),
        ])
    }

    @Test func `a phone searches while it is searched, and both find everything`() {
        var phone = TestPhone(mtu: 185)
        var stage = Self.stage()
        stage.begin()
        let questions = ["10 0100 FFFF 0028", "08 0100 FFFF 0328", "04 0100 FFFF", "0A 0300"]
        for question in questions { stage.receive(hex(question)) }
        expect(stage.converse(with: &phone), is: [.serviceFound(TestService.found)])
    }

    @Test func `values come while the phone is answered`() {
        var phone = TestPhone(mtu: 185)
        var stage = Self.stage()
        stage.begin()
        stage.converse(with: &phone)
        stage.play([
            .owner(.subscribe(TestService.source), as: 1), .client("12 1300 0100", "on"),
            .phone("12 0B00 0200", "it subscribes, too"), .client("13", "taken"),
            .phone("1B 1200 07", "a value"), .reports(.value(TestService.source, [7])),
            .phone("1D 0300 0100 0200", "its services change"), .client("1E", "confirmed"),
            .reports(.completed(1, .failed(.serviceUnavailable))), .reports(.serviceVanished),
            .phone("0A 0B00", "what has it written?"), .client("0B 0200", "that"),
            .phone("13", "the answer to what is over"),
            .client("06 0100 FFFF 0028 0118", "where is Generic Attribute?"),
        ])
    }

    @Test func `what answers a request does not answer ours`() {
        var stage = Self.stage()
        stage.begin()
        stage.play([
            .client("02 0502", "our MTU"), .phone("0A 0300", "a request"),
            .client("0B 63616C6C626F617264", "answered"), .wait(.seconds(9)),
            .phone("0A 0700", "another"), .client("0B 01", "answered"), .wait(.seconds(1)),
            .reports(.ended(.timedOut(.exchangeMTURequest))), .phone("0A 0700", "too late"),
        ])
    }

    @Test func `without a server everything is refused`() {
        var stage = Stage()
        stage.play([
            .phone("0A 0300", "our name?"), .client("01 0A 0000 06", "not supported"),
            .phone("52 0300 00", "a command"),
        ])
    }

    @Test func `an empty PDU and a confirmation are the client's`() {
        var stage = Self.stage()
        stage.play([
            .phone("", "nothing"), .reports(.violated(.emptyPDU)),
            .phone("1E", "a confirmation"), .reports(.violated(.unexpectedConfirmation)),
            .phone("0B 00", "a response"), .reports(.violated(.unexpectedResponse(.readResponse))),
        ])
    }
}
