import Expecting
import Foundation
import Settings
import Support
import Testing

@testable import Configuration

/// What the documents of displays promise.
struct DisplayDocumentTests {
    private static let pages: [(path: String, samples: Int, examples: [String])] = [
        ("Docs/tutorials/hall-display.md", 1, ["examples/systemd/console.conf"]),
        ("Docs/how-to/board.md", 0, []),
        ("Docs/how-to/console.md", 2, ["examples/systemd/console.conf"]),
        ("Docs/how-to/lcd.md", 3, ["examples/systemd/lcd.conf"]),
        (
            "Docs/how-to/image.md", 4,
            [
                "examples/image/epaper.py", "examples/image/oled.py",
                "examples/systemd/files.conf", "examples/systemd/image.conf",
            ]
        ),
        (
            "Docs/how-to/led.md", 2,
            ["examples/systemd/led.conf", "examples/udev/62-callboard-led.rules"]
        ),
        ("Docs/how-to/beacons.md", 4, []),
    ]

    @Test(arguments: pages)
    func `the program takes each sample`(
        _ path: String, _ count: Int, _ examples: [String]
    ) throws {
        let samples = Self.samples(in: try Checkout.text(path))
        expect(samples.count, is: count)
        for sample in samples {
            expect(BridgeSettings.problems(in: sample), is: [], "\(sample)")
        }
    }

    /// The sections to which a key with its value is added, all of them complete.
    private static let sections = [
        "[console]", "[lcd]", "[image]\nsize = 80x60\nfile = /a", "[serial x]\ndevice = /dev/ttyS9",
        "[rule r]\nitem = Keys", "[rule r]\naction = drop",
    ]

    @Test(arguments: pages)
    func `the program takes each value of a key in a sentence`(
        _ path: String, _ count: Int, _ examples: [String]
    ) throws {
        let words = Self.parts(of: try Checkout.text(path)).words.joined(separator: "\n")
        for match in words.matches(of: /`([a-z-]+ = [^`]+)`/) {
            let isTaken = Self.sections.contains { section in
                BridgeSettings.problems(in: "\(section)\n\(match.1)").isEmpty
            }
            expect(isTaken, "\(match.1)")
        }
    }

    @Test(arguments: pages)
    func `the examples that are named are installed`(
        _ path: String, _ count: Int, _ examples: [String]
    ) throws {
        let installed = try Checkout.text("Sources/Packaging/files")
        #expect(installed.contains(#/ share/doc/callboard +folder Docs /#))
        let document = try Checkout.text(path)
        let named = document.matches(of: #//usr/share/doc/callboard/([\w./-]+\w)/#)
        expect(Set(named.map { String($0.1) }).sorted(), is: examples)
        for example in examples {
            let place = Checkout.root.appending(path: "Docs/\(example)").path
            expect(
                installed.contains(" share/doc/callboard/\(example) file ")
                    || FileManager.default.fileExists(atPath: place), "\(example)")
        }
    }

    @Test(arguments: [
        ("Docs/tutorials/hall-display.md", "sudo callboard display test\n"),
        ("Docs/how-to/console.md", "`sudo callboard display test`"),
        ("Docs/how-to/lcd.md", "`sudo callboard display test lcd`"),
        ("Docs/how-to/image.md", "`sudo callboard display test image`"),
        ("Docs/how-to/led.md", "`sudo callboard test led`"),
    ])
    func `a command shows a sample on each display`(path: String, command: String) throws {
        #expect(try Checkout.text(path).contains(command))
    }

    @Test(arguments: [
        ("Docs/how-to/console.md", "ring-80x24"), ("Docs/how-to/board.md", "ring-40x12"),
    ])
    func `the screens are those that are drawn`(path: String, picture: String) throws {
        let drawn = try Checkout.text("Tests/Showing/ScreenTests/Pictures/\(picture).txt")
        let framed = "```\n" + drawn.trimmingCharacters(in: .newlines) + "\n```\n"
        #expect(try Checkout.text(path).contains(framed))
    }

    /// The samples of the configuration in a document: blocks that begin with a section of the
    /// program, and what the shell prints into a file.
    private static func samples(in document: String) -> [String] {
        parts(of: document).blocks.flatMap { block -> [String] in
            if isHeader(block.first ?? "") { return [block.joined(separator: "\n")] }
            return block.flatMap { $0.matches(of: /printf '([^']*)'/) }
                .map { String($0.1).replacing("\\n", with: "\n") }
        }
    }

    private static func isHeader(_ line: String) -> Bool {
        SettingsSections.table.sections.contains {
            line == "[\($0.name)]" || line.hasPrefix("[\($0.name) ")
        }
    }

    /// The lines of blocks of code, without their indentation, and all other lines.
    private static func parts(of document: String) -> (blocks: [[String]], words: [String]) {
        var parts: (blocks: [[String]], words: [String]) = ([], [])
        var block: [String]?
        for line in document.components(separatedBy: "\n") {
            let text = line.trimmingCharacters(in: .whitespaces)
            if text.hasPrefix("```") {
                if let block { parts.blocks.append(block) }
                block = block == nil ? [] : nil
            } else if block != nil {
                block?.append(text)
            } else {
                parts.words.append(line)
            }
        }
        return parts
    }
}
