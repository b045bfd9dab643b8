internal import Board
internal import Notices

extension BoardScreen {
    /// A line of a page: the name of a fact, where one begins, and words.
    struct PageLine: Hashable {
        var name = ""
        var text: String
        var tone = ScreenTone.plain
    }

    /// Narrower screens have no column for the names of facts.
    private static let leastForNames = 40
    private static let nameWidth = 10

    /// A notice's page in lines of a width, with nothing cut: title, text, and what is known of it.
    ///
    /// Nothing stands beside the text, so that the terminal's own selection takes it alone.
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

    /// A text in lines of a width, one at the least.
    private func whole(_ text: String, _ width: Int) -> [String] {
        let lines = wrapped(shown(text), max(1, width), .max)
        return lines.isEmpty ? [""] : lines
    }
}
