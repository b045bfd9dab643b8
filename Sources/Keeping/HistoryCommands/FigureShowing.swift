package import Commands
import Linux
package import Settings
package import Statistics

/// How a person wants to see figures, in every command that has some.
package struct FigureShowing: Sendable {
    private static let picture = Parameter<String?>.file(
        "svg", summary: "Draw a picture into this file instead; - is standard output")
    private static let usualColumns = 80

    /// The options.
    package static let options = JSONChoice.ofPage + [picture.option]

    private let writesLines: Bool
    private let picture: String?

    /// Takes what was given on the command line.
    package init(_ arguments: ParsedArguments) {
        writesLines = JSONChoice.isWanted(arguments)
        picture = arguments[Self.picture]
    }

    /// Shows them.
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
