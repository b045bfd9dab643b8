package import Commands
package import History
import Linux
package import Settings

/// Output options for statistics, shared by all commands that show them.
package struct FigureShowing: Sendable {
    private static let picture = Parameter<String?>.file(
        "svg", summary: "Draw a picture into this file instead; - is standard output")
    private static let usualColumns = 80

    package static let options = JSONChoice.ofPage + [picture.option]

    private let writesLines: Bool
    private let picture: String?

    package init(_ arguments: ParsedArguments) {
        writesLines = JSONChoice.isWanted(arguments)
        picture = arguments[Self.picture]
    }

    /// Prints the figures, or draws them into the file of `--svg`; prints an error.
    package func show(_ figures: StatisticsFigures) -> ExitStatus {
        if let picture { return draw(figures, to: picture) }
        if writesLines {
            return Messages.print(String(decoding: figures.json, as: UTF8.self))
        }
        return LongOutput.write { output in
            let page = StatisticsPage(
                columns: output.columns ?? Self.usualColumns, isColored: output.isColored)
            _ = output.write(Array(page.text(of: figures).utf8))
            return (.success, [])
        }
    }

    private func draw(_ figures: StatisticsFigures, to path: String) -> ExitStatus {
        let text = StatisticsSVG(figures).text
        if path == "-" { return Messages.print(text) }
        do throws(Errno) {
            try FileDescriptor.replace(path).writeAll(Array(text.utf8))
            return .success
        } catch {
            Messages.say("\(path.printable) cannot be written: \(error)")
            return .outputFailed
        }
    }
}
