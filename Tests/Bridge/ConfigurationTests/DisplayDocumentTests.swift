import Expecting
import Foundation
import LCD
import Outlets
import Screen
import Settings
import Support
import Testing

/// What the documents of displays promise.
struct DisplayDocumentTests {
    @Test(arguments: [
        ("Docs/how-to/console.md", ScreenConfiguration.section),
        ("Docs/how-to/lcd.md", LCDConfiguration.section),
        ("Docs/how-to/led.md", LEDKeys.section),
    ])
    func `the table of keys is that of the program`(path: String, section: Section) throws {
        let rows = try Checkout.text(path).components(separatedBy: "\n").compactMap {
            line -> [String]? in
            let cells = line.components(separatedBy: " | ")
            guard cells.count == 4, cells[0].hasPrefix("| `") else { return nil }
            return cells.map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "|` ")) }
        }
        expect(rows.map { $0[0] }, is: section.keys.map(\.name))
        for (row, key) in zip(rows, section.keys) {
            expect(row[2], is: key.defaultText ?? "–", "\(key.name)")
            expect(row[3], is: key.summary, "\(key.name)")
            // The names of all categories are in the list of all keys.
            if key.name != "categories" { expect(row[1], is: key.wants, "\(key.name)") }
        }
    }

    @Test(arguments: ["ring-80x24", "quiet-40x12"])
    func `the screens are those that are drawn`(picture: String) throws {
        let drawn = try Checkout.text("Tests/Showing/ScreenTests/Pictures/\(picture).txt")
        let framed = "```\n" + drawn.trimmingCharacters(in: .newlines) + "\n```\n"
        #expect(try Checkout.text("Docs/how-to/console.md").contains(framed))
    }

    @Test func `the commands and drop-ins are named as they are`() throws {
        for (path, example) in [
            ("Docs/how-to/console.md", "console.conf"), ("Docs/how-to/lcd.md", "lcd.conf"),
        ] {
            let document = try Checkout.text(path)
            #expect(document.contains("/usr/share/doc/callboard/examples/systemd/\(example)"))
            #expect(document.contains("sudo callboard display test"))
            #expect(
                try Checkout.text("Sources/Packaging/files").contains("/systemd/\(example) file "))
        }
    }
}
