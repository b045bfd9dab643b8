import Expecting
import Testing

@testable import Settings

struct ManualTests {
    @Test func `a page has the commands of its section, and no others`() throws {
        let users = try #require(SampleProgram.program.manual(section: 1, date: "2026-03-02"))
        let administrators = try #require(
            SampleProgram.program.manual(section: 8, date: "2026-03-02"))
        #expect(users.hasPrefix(".TH \"SAMPLE\" \"1\" \"2026\\-03\\-02\" \"sample "))
        #expect(users.contains("\n.SS \"sample demo\"\n"))
        #expect(!administrators.contains("\n.SS \"sample demo\"\n"))
        #expect(administrators.contains("\"System Administration\""))
    }

    @Test func `the only page of a program has all its commands, and names no other page`() {
        let page = SampleProgram.program.onlyManual(date: "2026-03-02")
        for command in SampleProgram.program.root.commands {
            #expect(page.contains(".SS \"\(SampleProgram.program.root.name) \(command.name)"))
        }
        expect(page.contains("(1)"), is: false)
        expect(page.contains(".TH \"SAMPLE\" \"8\""), is: true)
    }

    @Test(arguments: [0, 2, 5, 9]) func `there is no page in another section`(_ section: Int) {
        expect(SampleProgram.program.manual(section: section, date: "2026-03-02"), is: nil)
    }

    @Test(arguments: [
        (".TH is no request", "\\&.TH is no request", "a dot at the beginning would be one"),
        ("'quoted'", "\\(aqquoted\\(aq", "so would an apostrophe"),
        ("--name", "\\-\\-name", "a hyphen must be found when it is searched for"),
        ("a\\b", "a\\eb", "a backslash begins an escape"),
        ("~/.config ^C `x`", "\\(ti/.config \\(haC \\(gax\\(ga", "these become accents"),
    ])
    func `text is text, whatever it holds`(_ text: String, _ expected: String, _ why: String) {
        var roff = Roff(title: "t", section: 1, date: "", source: "", manual: "")
        roff.paragraph(text)
        #expect(roff.text.hasSuffix(".PP\n\(expected)\n"), "\(why)")
    }
}
