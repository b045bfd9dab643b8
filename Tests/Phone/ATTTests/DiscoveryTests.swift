import Expecting
import Testing

@testable import ATT
@testable import FuzzTargets

struct DiscoveryTests {
    static let beginning: [Line] = [
        .client("02 0502", "MTU: ours is 517"),
        .phone("03 B900", "MTU: 185"),
        .client("06 0100 FFFF 0028 0118", "where is Generic Attribute?"),
        .phone("07 0100 0400", "0x0001 to 0x0004"),
        .client("08 0100 0400 0328", "its characteristics?"),
        .phone("09 07 0200 20 0300 052A", "Service Changed, indicates, value 0x0003"),
        .client("08 0400 0400 0328", "more characteristics?"),
        .phone("01 08 0400 0A", "no"),
        .client("04 0400 0400", "its descriptors?"),
        .phone("05 01 0400 0229", "a configuration at 0x0004"),
        .client("12 0400 0200", "indicate"),
        .phone("13", "done"),
        .client("06 0100 FFFF 0028 \(TestService.uuidHex)", "where is the service?"),
    ]

    static let listing = """
        09 15
        1100 10 1200 \(TestService.sourceHex)
        1400 08 1500 \(TestService.controlHex)
        1600 10 1700 \(TestService.dataHex)
        """

    static let finding: [Line] = [
        .phone("07 1000 1800", "0x0010 to 0x0018"),
        .client("08 1000 1800 0328", "its characteristics?"),
        .phone(listing, "all three"),
        .client("08 1800 1800 0328", "more characteristics?"),
        .phone("01 08 1800 0A", "no"),
        .client("04 1300 1300", "descriptors of the first?"),
        .phone("05 01 1300 0229", "a configuration at 0x0013"),
        .client("04 1800 1800", "descriptors of the last?"),
        .phone("05 01 1800 0229", "a configuration at 0x0018"),
        .reports(.serviceFound(TestService.found)),
    ]

    @Test func `the service is found in eleven questions`() {
        var stage = Stage()
        stage.begin()
        stage.play(Self.beginning + Self.finding)
        expect(stage.client.mtu, is: 185)
        expect(stage.client.foundService, is: TestService.found)
        expect(stage.client.deadline, is: nil)
    }

    @Test(arguments: Array(23...64) + [158, 185, 244, 512, 517, 527, 65535])
    func `the service is found at every MTU`(mtu: Int) {
        var phone = TestPhone(mtu: mtu)
        var stage = Stage()
        stage.begin()
        phone.mtu = min(mtu, 517)
        expect(stage.converse(with: &phone), is: [.serviceFound(TestService.found)])
        expect(stage.client.mtu, is: min(mtu, 517))
        expect(phone.written, is: [4: [2, 0]])
    }

    @Test(arguments: [
        ("03 1700", 23, "the least"), ("03 0000", 23, "nothing"), ("03 1600", 23, "less"),
        ("03 0502", 517, "ours"), ("03 0F02", 517, "more than ours"), ("03 FFFF", 517, "the most"),
        ("01 02 0000 06", 23, "cannot exchange MTUs"),
    ])
    func `the MTU is the smaller of both and never below 23`(
        answer: String, mtu: Int, why: String
    ) {
        var stage = Stage()
        stage.begin()
        stage.play([
            .client("02 0502", "MTU: ours is 517"),
            .phone(answer, why),
            .client("06 0100 FFFF 0028 0118", "where is Generic Attribute?"),
        ])
        expect(stage.client.mtu, is: mtu)
    }

    typealias Services = [(first: UInt16, isFake: Bool)]

    static let wholeServices: [(Services, UInt16, String)] = [
        ([(0x10, false), (0x20, false)], 0x10, "the first of two whole ones"),
        ([(0x10, true), (0x20, false)], 0x20, "the whole one after a fake"),
        ([(0x10, true), (0x20, true), (0x30, false), (0x40, true)], 0x30, "the only whole one"),
        ([(0xFFF7, false)], 0xFFF7, "one that ends at the last handle"),
    ]

    @Test(arguments: wholeServices)
    func `of several instances the first whole one is taken`(
        services: Services, taken: UInt16, why: String
    ) {
        for mtu in [23, 185] {
            var phone = TestPhone(mtu: mtu, services: services)
            var stage = Stage()
            stage.begin()
            let events = stage.converse(with: &phone)
            expect(events, is: [.serviceFound(TestService.at(taken))], "\(why)")
        }
    }

    static let fakeServices: [(Services, String)] = [
        ([], "none"), ([(0x10, true)], "a fake"), ([(0x10, true), (0x20, true)], "two fakes"),
    ]

    @Test(arguments: fakeServices)
    func `a service with a characteristic missing is not the service`(
        services: Services, why: String
    ) {
        var phone = TestPhone(mtu: 185, services: services)
        var stage = Stage()
        stage.begin()
        expect(stage.converse(with: &phone), is: [.serviceNotFound], "\(why)")
        expect(stage.client.foundService, is: nil)
    }

    @Test func `a phone without Service Changed is searched all the same`() {
        var stage = Stage()
        stage.begin()
        stage.play(
            [
                .client("02 0502", "MTU: ours is 517"),
                .phone("03 B900", "MTU: 185"),
                .client("06 0100 FFFF 0028 0118", "where is Generic Attribute?"),
                .phone("01 06 0100 0A", "nowhere"),
                .client("06 0100 FFFF 0028 \(TestService.uuidHex)", "where is the service?"),
            ] + Self.finding)
    }

    @Test(arguments: [0x05, 0x03, 0x0F] as [UInt8])
    func `a refused Service Changed subscription does not stop the search`(code: UInt8) {
        var stage = Stage()
        stage.begin()
        stage.play(
            Self.beginning.dropLast(2) + [
                .phone("01 12 0400 \(digits([code]))", "refused"),
                .client("06 0100 FFFF 0028 \(TestService.uuidHex)", "where is the service?"),
            ] + Self.finding)
    }

    @Test func `a configuration may come after other descriptors`() {
        var stage = Stage(GATTClient(service: TestService.uuid, requiring: [TestService.source]))
        stage.begin()
        let characteristic = GATTCharacteristic(
            uuid: TestService.source, properties: .notify, valueHandle: Handle(rawValue: 0x12),
            configurationHandle: Handle(rawValue: 0x15))
        stage.play(
            Self.beginning + [
                .phone("07 1000 1500", "0x0010 to 0x0015"),
                .client("08 1000 1500 0328", "its characteristics?"),
                .phone("09 15 1100 10 1200 \(TestService.sourceHex)", "one"),
                .client("08 1300 1500 0328", "more characteristics?"),
                .phone("01 08 1300 0A", "no"),
                .client("04 1300 1500", "its descriptors?"),
                .phone("05 01 1300 0129 1400 0429", "a name and a format"),
                .client("04 1500 1500", "more descriptors?"),
                .phone("05 02 1500 FB349B5F8000 0080 0010 0000 02290000", "a configuration"),
                .reports(
                    .serviceFound(
                        GATTService(
                            range: TestService.found.range.through(0x15),
                            characteristics: [characteristic]))),
            ])
    }

    @Test(arguments: [
        ([], "07 1000 0F00", "a service that ends before it begins"),
        ([], "07 0000 1800", "a service at handle 0"),
        ([], "07 2000 2800 1000 1800", "services in the wrong order"),
        ([], "07 1000 1800 1800 2000", "services that overlap"),
        (listed, "09 15 0F00 10 1200 \(TestService.sourceHex)", "a declaration before the service"),
        (listed, "09 15 1100 10 1100 \(TestService.sourceHex)", "a value at its declaration"),
        (listed, "09 15 1100 10 1900 \(TestService.sourceHex)", "a value after the service"),
        (listed, "09 07 1400 10 1500 0129 1100 10 1200 0129", "declarations in the wrong order"),
        (described, "05 01 1200 0229", "a descriptor before the asked range"),
        (described, "05 01 1400 0229", "a descriptor after the asked range"),
        (described, "05 01 1300 0129 1300 0229", "a descriptor twice"),
    ])
    func `handles that do not advance end the bearer`(
        before: [Line], answer: String, why: String
    ) {
        var stage = Stage()
        stage.begin()
        stage.play(Self.beginning + before)
        let violation = Violation.handlesOutOfOrder(Opcode(rawValue: hex(answer)[0]))
        stage.play([.phone(answer, why), .reports(.ended(.violated(violation)))])
        #expect(stage.client.hasEnded)
    }

    static let listed: [Line] = Array(finding.prefix(2))
    static let described: [Line] = Array(finding.prefix(6))

    @Test func `a later answer may not go back either`() {
        var stage = Stage()
        stage.begin()
        stage.play(
            Self.beginning + [
                .phone("07 1000 1000", "an empty service"),
                .client("08 1000 1000 0328", "its characteristics?"),
                .phone("01 08 1000 0A", "none"),
                .client(
                    "06 1100 FFFF 0028 \(TestService.uuidHex)", "where is another instance?"),
                .phone("07 1000 1800", "the same place again"),
                .reports(
                    .ended(.violated(.handlesOutOfOrder(.findByTypeValueResponse)))),
            ])
    }

    @Test(arguments: [
        ("instances", [GATTEvent.serviceNotFound], "the ninth is not looked at"),
        ("characteristics", [.ended(.violated(.endlessDiscovery))], "the 65th is too many"),
        ("descriptors", [.ended(.violated(.endlessDiscovery))], "the questions are too many"),
    ])
    func `answers that advance one handle at a time for ever come to an end`(
        endless: String, outcome: [GATTEvent], why: String
    ) {
        var stage = Stage()
        stage.begin()
        stage.play(Self.beginning)
        var events: [GATTEvent] = []
        var questions = 0
        var uuids = [TestService.sourceHex, TestService.controlHex, TestService.dataHex]
        var question = hex("06 0100")
        while stage.client.outstandingRequest != nil, questions < 10_000 {
            questions += 1
            let handle = Array(question[1...2])
            let next = [handle[0] &+ 1, handle[0] == 255 ? handle[1] + 1 : handle[1]]
            switch (question[0], endless) {
            case (0x06, "instances"):
                stage.receive([0x07] + handle + handle)
            case (0x06, _):
                stage.receive([0x07] + handle + [0xFF, 0xFF])
            case (0x08, "characteristics"):
                stage.receive([0x09, 7] + handle + [0x10] + next + hex("0129"))
            case (0x08, "descriptors") where !uuids.isEmpty:
                stage.receive([0x09, 21] + handle + [0x10] + next + hex(uuids.removeFirst()))
            case (0x08, _):
                stage.receive([0x01, 0x08] + handle + [0x0A])
            default:
                stage.receive([0x05, 1] + handle + hex("0129"))
            }
            for action in stage.takeActions() {
                switch action {
                case .send(let pdu): question = pdu
                case .report(let event): events.append(event)
                }
            }
        }
        expect(events, is: outcome, "\(why)")
        #expect(questions <= ServiceDiscovery.maximumRequests)
    }

    @Test func `more instances than are looked at are left alone`() {
        let services = (1...20).map { (first: UInt16($0 * 0x10), isFake: true) }
        var phone = TestPhone(mtu: 185, services: services)
        var stage = Stage()
        stage.begin()
        expect(stage.converse(with: &phone), is: [.serviceNotFound])
        phone.withdraw(from: 0x90)
        phone.publish(at: 0x90)
        stage.receive(hex("1D 0300 9000 FFFF"))
        expect(stage.converse(with: &phone), is: [.serviceNotFound], "the ninth instance")
        phone.withdraw(from: 0x80)
        phone.publish(at: 0x80)
        stage.receive(hex("1D 0300 8000 FFFF"))
        expect(stage.converse(with: &phone), is: [.serviceFound(TestService.at(0x80))])
    }
}

extension HandleRange {
    func through(_ last: UInt16) -> HandleRange {
        HandleRange(first: first, last: Handle(rawValue: last)) ?? self
    }
}
