import Expecting
import Testing

@testable import ATT
@testable import FuzzTargets

struct OperationTests {
    @Test func `subscribing and unsubscribing write the configuration`() {
        var phone = TestPhone(mtu: 185)
        var stage = Stage.ready(&phone)
        stage.play([
            .owner(.subscribe(TestService.data), as: 1),
            .client("12 1800 0100", "notify"),
            .phone("13", "done"),
            .reports(.completed(1, .succeeded)),
            .phone("1B 1700 00", "a value"),
            .reports(.value(TestService.data, [0])),
            .owner(.unsubscribe(TestService.data), as: 2),
            .client("12 1800 0000", "no more"),
            .phone("1B 1700 01", "a value on the way"),
            .reports(.value(TestService.data, [1])),
            .phone("13", "done"),
            .reports(.completed(2, .succeeded)),
            .phone("1B 1700 02", "a value all the same"),
        ])
        expect(stage.client.unclaimedValueCount, is: 1)
    }

    @Test func `values between request and response are delivered in order`() {
        var phone = TestPhone(mtu: 185)
        var stage = Stage.ready(&phone)
        stage.play([
            .owner(.subscribe(TestService.source), as: 1),
            .client("12 1300 0100", "notify"),
            .phone("1B 1200 00 10 04 09 37000000", "the first value"),
            .reports(.value(TestService.source, hex("00 10 04 09 37000000"))),
            .phone("1D 1200 02 10 04 08 37000000", "the second, to be confirmed"),
            .client("1E", "confirmed"),
            .reports(.value(TestService.source, hex("02 10 04 08 37000000"))),
            .phone("13", "done"),
            .reports(.completed(1, .succeeded)),
        ])
    }

    @Test(arguments: [0x03, 0x05, 0x0F, 0xA2, 0x81] as [UInt8])
    func `a refusal reaches the owner with its code`(code: UInt8) {
        var phone = TestPhone(mtu: 185)
        var stage = Stage.ready(&phone)
        let refused = OperationOutcome.refused(ErrorCode(rawValue: code))
        stage.play([
            .owner(.write([2, 9, 9, 9, 9, 1], to: TestService.control), as: 1),
            .client("12 1500 02 09090909 01", "write"),
            .phone("01 12 1500 \(digits([code]))", "refused"),
            .reports(.completed(1, refused)),
            .owner(.subscribe(TestService.source), as: 2),
            .client("12 1300 0100", "notify"),
            .phone("01 12 1300 \(digits([code]))", "refused"),
            .reports(.completed(2, refused)),
            .phone("1B 1200 00", "a value all the same"),
        ])
        expect(stage.client.unclaimedValueCount, is: 1)
    }

    @Test func `operations go one after another in the order of asking`() {
        var phone = TestPhone(mtu: 185)
        var stage = Stage.ready(&phone)
        stage.play([
            .owner(.subscribe(TestService.data), as: 1),
            .client("12 1800 0100", "notify"),
            .owner(.write([1], to: TestService.control), as: 2),
            .owner(.write([2], to: TestService.control), as: 3),
            .phone("13", "done"),
            .reports(.completed(1, .succeeded)),
            .client("12 1500 01", "write"),
            .phone("13", "done"),
            .reports(.completed(2, .succeeded)),
            .client("12 1500 02", "write"),
            .phone("13", "done"),
            .reports(.completed(3, .succeeded)),
        ])
    }

    @Test func `one operation too many is turned away`() {
        var phone = TestPhone(mtu: 185)
        var stage = Stage.ready(&phone)
        let limit = GATTClient.maximumWaitingOperations
        for id in 0...limit { stage.perform(.write([1], to: TestService.control), as: UInt64(id)) }
        _ = stage.takeActions()
        expect(stage.client.waitingOperationCount, is: limit)
        stage.play([
            .owner(.write([1], to: TestService.control), as: 99),
            .reports(.completed(99, .failed(.queueFull))),
        ])
        let completed = stage.client.end(because: .lost).count
        expect(completed, is: limit + 2, "every operation and the end")
    }

    @Test(arguments: [
        (GATTOperation.subscribe(TestService.control), OperationFailure.notOffered, "no values"),
        (.subscribe(UUID(short: 0x2A00)), .notOffered, "no such characteristic"),
        (.write([1], to: UUID(short: 0x2A00)), .notOffered, "no such characteristic"),
        (
            .write([UInt8](repeating: 0, count: 513), to: TestService.control), .valueTooLong,
            "longer than any attribute"
        ),
    ])
    func `what cannot be done completes at once`(
        operation: GATTOperation, failure: OperationFailure, why: String
    ) {
        var phone = TestPhone(mtu: 185)
        var stage = Stage.ready(&phone)
        stage.play([.owner(operation, as: 1), .reports(.completed(1, .failed(failure)))])
        var unstarted = Stage()
        unstarted.play([
            .owner(operation, as: 1), .reports(.completed(1, .failed(.serviceUnavailable))),
        ])
    }

    @Test func `a value longer than the MTU goes in parts`() {
        var phone = TestPhone(mtu: 23)
        var stage = Stage.ready(&phone)
        let parts = ["000102030405060708090A0B0C0D0E0F1011", "1213"]
        stage.play([
            .owner(.write(Array(0..<20), to: TestService.control), as: 1),
            .client("12 1500 \(parts[0]) 1213", "20 bytes fit"),
            .phone("13", "done"),
            .reports(.completed(1, .succeeded)),
            .owner(.write(Array(0..<21), to: TestService.control), as: 2),
            .client("16 1500 0000 \(parts[0])", "the first 18"),
            .phone("17 1500 0000 \(parts[0])", "taken"),
            .client("16 1500 1200 \(parts[1])14", "the other 3"),
            .phone("17 1500 1200 \(parts[1])14", "taken"),
            .client("18 01", "write"),
            .phone("19", "done"),
            .reports(.completed(2, .succeeded)),
        ])
    }

    @Test(arguments: [23, 24, 185, 515, 517])
    func `a value of any length arrives whole`(mtu: Int) {
        for length in [0, 1, mtu - 5, mtu - 4, mtu - 3, mtu - 2, mtu, 511, 512] {
            var phone = TestPhone(mtu: mtu)
            var stage = Stage.ready(&phone)
            let value = (0..<min(512, length)).map { UInt8(truncatingIfNeeded: $0) }
            stage.perform(.write(value, to: TestService.control), as: 1)
            expect(stage.converse(with: &phone), is: [.completed(1, .succeeded)])
            expect(phone.written[0x15], is: value)
        }
    }

    @Test(arguments: [
        ("01 16 1500 09", OperationOutcome.refused(.prepareQueueFull), "no room for it"),
        ("17 1500 1200 FFFFFF", .failed(.partGarbled), "other bytes"),
        ("17 1500 0000 121314", .failed(.partGarbled), "another offset"),
        ("17 1600 1200 121314", .failed(.partGarbled), "another handle"),
        ("17 1500 1200 1213", .failed(.partGarbled), "fewer bytes"),
    ])
    func `parts of a value that failed are forgotten before the next write`(
        answer: String, outcome: OperationOutcome, why: String
    ) {
        var phone = TestPhone(mtu: 23)
        var stage = Stage.ready(&phone)
        let first = "000102030405060708090A0B0C0D0E0F1011"
        stage.play([
            .owner(.write(Array(0..<21), to: TestService.control), as: 1),
            .client("16 1500 0000 \(first)", "the first 18"),
            .owner(.write([7], to: TestService.control), as: 2),
            .phone("17 1500 0000 \(first)", "taken"),
            .client("16 1500 1200 121314", "the other 3"),
            .phone(answer, why),
            .reports(.completed(1, outcome)),
            .client("18 00", "forget the parts"),
            .phone("19", "done"),
            .client("12 1500 07", "the next write"),
            .phone("13", "done"),
            .reports(.completed(2, .succeeded)),
        ])
    }

    @Test func `a long value refused at the end is refused`() {
        var phone = TestPhone(mtu: 517)
        var stage = Stage.ready(&phone)
        stage.client.mtu = 100
        stage.perform(.write([UInt8](repeating: 7, count: 98), to: TestService.control), as: 1)
        stage.receive(hex("17 1500 0000") + [UInt8](repeating: 7, count: 95))
        stage.receive(hex("17 1500 5F00 070707"))
        expect(stage.takeActions().last, is: .send(hex("18 01")))
        stage.play([
            .phone("01 18 1500 A1", "not a command"),
            .reports(.completed(1, .refused(ErrorCode(rawValue: 0xA1)))),
        ])
    }
}
