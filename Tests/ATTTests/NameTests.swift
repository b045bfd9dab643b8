import Testing

@testable import ATT
@testable import FuzzTargets

struct NameTests {
    private static let ask = Line.client("08 0100 FFFF 002A", "what is it called?")

    /// A client that has found the service, and may ask for the name.
    private static func ready() -> Stage {
        var phone = TestPhone(mtu: 185)
        var stage = Stage(TestService.client(ClientOptions(asksName: true)))
        stage.begin()
        #expect(stage.converse(with: &phone) == [.serviceFound(TestService.found)])
        stage.play([])
        return stage
    }

    @Test func `the name is asked for when the owner's first write is over, and once`() {
        var stage = Self.ready()
        stage.play([
            .owner(.subscribe(TestService.source), as: 1), .client("12 1300 0100", "on"),
            .phone("13", "done"), .reports(.completed(1, .succeeded)),
            .owner(.write([1], to: TestService.control), as: 2), .client("12 1500 01", "a request"),
            .owner(.write([2], to: TestService.control), as: 3), .phone("13", "taken"),
            .reports(.completed(2, .succeeded)), .client("12 1500 02", "the next goes first"),
            .phone("13", "taken"), .reports(.completed(3, .succeeded)), Self.ask,
            .phone("1B 1200 07", "a value meanwhile"), .reports(.value(TestService.source, [7])),
            .phone("09 0A 0300 4D617261E2809973", "the name"), .reports(.named("Mara’s")),
            .owner(.write([1], to: TestService.control), as: 4), .client("12 1500 01", "a request"),
            .phone("13", "taken"), .reports(.completed(4, .succeeded)),
        ])
    }

    @Test func `the name is also asked for when a subscription is refused`() {
        var stage = Self.ready()
        stage.play([
            .owner(.subscribe(TestService.source), as: 1), .client("12 1300 0100", "on"),
            .phone("01 12 1300 08", "not so"),
            .reports(.completed(1, .refused(.insufficientAuthorization))), Self.ask,
            .phone("01 08 0100 0A", "it has none"),
        ])
    }

    @Test func `a phone without the service is asked for its name, too`() {
        var stage = Stage(TestService.client(ClientOptions(asksName: true)))
        stage.begin()
        stage.play([
            .client("02 0502", "our MTU"), .phone("03 B900", "its MTU"),
            .client("06 0100 FFFF 0028 0118", "where is Generic Attribute?"),
            .phone("01 06 0100 0A", "nowhere"),
            .client("06 0100 FFFF 0028 \(TestService.uuidHex)", "where is the service?"),
            .phone("01 06 0100 0A", "nowhere"), .reports(.serviceNotFound), Self.ask,
            .phone("09 06 0300 4D617261", "the name"), .reports(.named("Mara")),
        ])
    }

    @Test(arguments: [
        ("4D617261", "Mara", "a name"), ("4D1B61007261", "Mara", "controls"),
        ("20204D61726120", "Mara", "spaces around it"), ("", nil, "no name"),
        ("2020", nil, "only spaces"), ("0A0D", nil, "only ends of lines"),
        ("4DFF61", "M\u{FFFD}a", "a byte that is no text"),
        ("F09F9AB2", "🚲", "a bicycle"),
        ("F09F91A9E2808DF09F92BB", "👩‍💻", "one sign of several"),
        ("41E280A842", "AB", "the end of a line"),
    ])
    func `a name is cleaned`(value: String, name: String?, why: String) {
        var stage = Stage(TestService.client(ClientOptions(asksName: true)))
        stage.begin()
        for refusal in ["01 02 0000 06", "01 06 0100 0A", "01 06 0100 0A"] {
            stage.receive(hex(refusal))
        }
        _ = stage.takeActions()
        let length = digits([UInt8(hex(value).count + 2)])
        stage.receive(hex("09 \(length) 0300 \(value)"))
        #expect(stage.takeActions() == (name.map { [.report(.named($0))] } ?? []), "\(why)")
    }
}
