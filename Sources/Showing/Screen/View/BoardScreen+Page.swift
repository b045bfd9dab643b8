internal import Board
internal import Notices

extension BoardScreen {
    /// Line of a page: the name of a fact, on its first line, and text.
    struct PageLine: Hashable {
        var name = ""
        var text: String
        var tone = ScreenTone.plain
    }

    /// Minimum width for a column with the names of facts.
    private static let leastForNames = 40
    private static let nameWidth = 10

    /// Returns the page of a notification in lines of a width, uncut: title, text and facts.
    ///
    /// Nothing is beside the text, so that the terminal's own selection takes only the text.
    func lines(of page: NoticeReading, columns: Int) -> [PageLine] {
        var lines = whole(page.title, columns).map { PageLine(text: $0, tone: .who) }
        for line in page.lines {
            lines += whole(line, columns).map { PageLine(text: $0) }
        }
        lines.append(PageLine(text: ""))
        let width = columns < Self.leastForNames ? 0 : Self.nameWidth
        for fact in page.facts {
            let name = width > 0 ? fact.name.padded(to: width) : ""
            let value = width > 0 ? fact.value : "\(fact.name): \(fact.value)"
            for (index, text) in whole(value, columns - width).enumerated() {
                let start = index == 0 ? name : String(repeating: " ", count: width)
                lines.append(PageLine(name: start, text: text))
            }
        }
        return lines
    }

    /// Wraps a text to a width; returns at least one line.
    private func whole(_ text: String, _ width: Int) -> [String] {
        let lines = wrapped(shown(text), max(1, width), .max)
        return lines.isEmpty ? [""] : lines
    }
}
