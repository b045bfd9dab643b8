import Basics
import Expecting
import Testing

/// Names that nothing has, and those that were probably meant.
struct UnknownNameTests {
    private static let names = ["WhatsApp", "Mail", "Maps", "Mall", "com.example.mail", "Zoë"]

    @Test(arguments: [
        ("Whatsap", "; did you mean 'WhatsApp'?", "a letter missing"),
        ("Mal", "; did you mean 'Mail' or 'Mall'?", "two that are as near"),
        ("Mapl", "; did you mean 'Mail', 'Mall' or 'Maps'?", "three that are as near"),
        ("Quince", "", "nothing like it"), ("", "", "nothing at all"),
    ])
    func `a name that nothing has brings the nearest ones`(
        _ name: String, _ advice: String, _ why: String
    ) {
        let unknown = UnknownName(name, among: Self.names)
        expect(unknown?.advice, is: advice, "\(why)")
        expect(unknown?.name, is: name)
        #expect((unknown?.near.count ?? 0) <= UnknownName.limit)
    }

    @Test(arguments: ["WhatsApp", "whatsapp", "MAIL", "ZOË"])
    func `a name that something has is known, whatever the case`(_ name: String) {
        expect(UnknownName(name, among: Self.names), is: nil)
    }

    @Test func `beside a name that is nearly the same, others are not meant`() {
        let unknown = UnknownName("Maras iPhone", among: ["Jonas' iPhone", "Mara's iPhone"])
        expect(unknown?.advice, is: "; did you mean 'Mara's iPhone'?")
    }

    @Test func `each name is suggested once, and three at most`() {
        let unknown = UnknownName("mai", among: ["mail", "mail", "main", "maid", "maim"])
        expect(unknown?.near.count, is: 3)
        expect(Set(unknown?.near ?? []).count, is: 3)
    }
}
