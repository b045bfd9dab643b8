import Expecting
import Testing

@testable import Bridge

struct KnownPhonesTests {
    static let names: [(name: String, word: String, isMeant: Bool)] = [
        ("Ann\u{2019}s iPhone", "Ann\u{2019}s iPhone", true),
        ("Ann\u{2019}s iPhone", "ann's iphone", true),
        ("Ann's iPhone", "ANN\u{2019}S IPHONE", true),
        ("\u{C9}lodie", "e\u{301}lodie", true), ("A\u{202E}nn", "Ann", true),
        ("Ann's\niPhone", "Ann's iPhone", true), ("Ann's iPhone", "Ann's", false),
        ("Ann's iPhone", "Anns iPhone", false), ("", "", false),
    ]

    @Test(arguments: names)
    func `a phone is meant by its name as the list prints it`(
        row: (name: String, word: String, isMeant: Bool)
    ) {
        expect(KnownPhones.isMeant(row.name, by: row.word), is: row.isMeant)
    }
}
