import Expecting
import Notices
import Testing

@testable import History

/// The picture.
struct StatisticsSVGTests {
    @Test(arguments: [
        ("<a/>", true, "an element"), ("<a b=\"c\">&lt;</a>", true, "with attribute and text"),
        ("<a><b></a></b>", false, "crossed"), ("<a>", false, "open"), ("<a/><a/>", false, "two"),
        ("<a b=\"<\"/>", false, "markup in an attribute"), ("<a>&nbsp;</a>", false, "an entity"),
        ("<a>\u{1}</a>", false, "a control"), ("x", false, "no element"), ("", false, "nothing"),
        ("<a b=\"1\" b=\"2\"/>", false, "an attribute twice"),
        ("<a>]]></a>", false, "a section's end"),
        ("<a>&</a>", false, "a lone ampersand"),
    ])
    func `the check of these tests tells XML from what is none`(
        _ text: String, _ isXML: Bool, _ why: Comment
    ) {
        expect((XMLCheck(text) != nil), is: isXML, why)
    }

    @Test(arguments: Figures.all.map(\.name))
    func `a picture is XML, whatever names are in it`(_ name: String) throws {
        let figures = try #require(Figures.all.first { $0.name == name }?.figures)
        let picture = StatisticsSVG(figures).text
        let check = try #require(XMLCheck(picture))
        expect(check.elements.first?.name, is: "svg")
        expect(check.elements.first?.attributes["xmlns"], is: "http://www.w3.org/2000/svg")
    }

    @Test func `a picture needs nothing else and does nothing`() throws {
        let allowed: Set = [
            "svg", "title", "desc", "style", "rect", "text", "path", "circle",
        ]
        for (name, figures) in Figures.all {
            let picture = StatisticsSVG(figures).text
            for element in try #require(XMLCheck(picture)).elements {
                #expect(allowed.contains(element.name), "\(element.name) in \(name)")
                for (key, value) in element.attributes {
                    #expect(!key.hasPrefix("on") && !key.contains("href"), "\(key) in \(name)")
                    #expect(!value.contains("url("), "\(value) in \(name)")
                }
                guard element.name == "style" else { continue }
                #expect(!element.text.contains("@import") && !element.text.contains("url("))
                #expect(element.text.contains("prefers-color-scheme:dark"))
            }
        }
    }

    @Test func `nothing that hides or turns text is in a picture`() {
        for scalar in StatisticsSVG(Figures.hostile).text.unicodeScalars where scalar != "\n" {
            if let hazard = scalar.hazard { Issue.record("\(scalar.value): \(hazard)") }
        }
    }

    @Test func `a picture says in words what it shows`() throws {
        let picture = StatisticsSVG(Figures.oneDay).text
        let elements = try #require(XMLCheck(picture)).elements
        let title = try #require(elements.first { $0.name == "title" })
        let words = try #require(elements.first { $0.name == "desc" })
        #expect(title.attributes["id"] == "title" && words.attributes["id"] == "desc")
        expect(elements[0].attributes["aria-labelledby"], is: "title desc")
        expect(elements[0].attributes["role"], is: "img")
        expect(title.text, is: "Notifications, Mon 2 Mar 2026")
        #expect(words.text.hasPrefix("30 notifications in 1 day; "))
    }

    @Test func `every mark of the style sheet has a light and a dark colour`() throws {
        let sheet = SVGTheme.sheet
        let parts = sheet.split(separator: "@media", maxSplits: 1)
        try #require(parts.count == 2)
        for line in parts[0].split(separator: "\n") where line.contains("#") {
            let mark = line.prefix { $0 != "#" }
            #expect(parts[1].contains(mark), "\(mark)")
        }
    }
}
