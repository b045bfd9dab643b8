import Expecting
import Testing

@testable import ATT
@testable import FuzzTargets

struct NameTests {
    private static let ask = Line.client("08 0100 FFFF 002A", "what is it called?")

    @Test func `the name is asked for before the service, and once`() {
        var stage = Stage(TestService.client(GATTClientOptions(asksName: true)))
        stage.begin()
        stage.play([
            .client("02 0502", "our MTU"), .phone("03 B900", "its MTU"), Self.ask,
            .phone("09 0A 0300 4D617261E2809973", "the name"), .reports(.named("Mara’s")),
            .client("06 0100 FFFF 0028 0118", "where is Generic Attribute?"),
            .phone("01 06 0100 0A", "nowhere"),
            .client("06 0100 FFFF 0028 \(TestService.uuidHex)", "where is the service?"),
            .phone("01 06 0100 0A", "nowhere"), .reports(.serviceNotFound),
        ])
    }

    @Test func `a phone that has no name is searched all the same`() {
        var stage = Stage(TestService.client(GATTClientOptions(asksName: true)))
        stage.begin()
        stage.play([
            .client("02 0502", "our MTU"), .phone("03 B900", "its MTU"), Self.ask,
            .phone("01 08 0100 0A", "it has none"),
            .client("06 0100 FFFF 0028 0118", "where is Generic Attribute?"),
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
        ("416E6EE280AE786F66", "Annxof", "the order of letters turned around"),
        ("E281A6416E6EE281A9EFBBBF", "Ann", "an isolated name and a mark of order"),
        ("E2808D", nil, "only a joiner"),
    ])
    func `a name is cleaned`(value: String, name: String?, why: String) {
        var stage = Stage(TestService.client(GATTClientOptions(asksName: true)))
        stage.begin()
        stage.receive(hex("01 02 0000 06"))
        _ = stage.takeActions()
        let length = digits([UInt8(hex(value).count + 2)])
        stage.receive(hex("09 \(length) 0300 \(value)"))
        let names = stage.takeActions().compactMap { action in
            if case .report(.named(let name)) = action { name } else { nil }
        }
        expect(names, is: (name.map { [$0] } ?? []), "\(why)")
    }
}
