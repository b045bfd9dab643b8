import Control
import History
import JSON
import Linux

/// Query for statistics of a period as numbers or as an image, or only for the number of its notifications.
struct FiguresOfTime: HistoryQuestion {
    private let filter: HistoryFilter
    private let form: StatisticsRequest.Form

    /// Interprets a request.
    init(_ wish: StatisticsRequest) throws(ControlRefusal) {
        filter = try HistoryFilter(since: wish.since, until: wish.until)
        form = wish.form
    }

    var advice: String { "less time" }

    var answerOfNothing: HistoryAnswer {
        form == .sizes ? answer(count: 0, unsent: nil) : answer(with: Statistics().figures())
    }

    func answer(
        from reader: HistoryReader, within patience: Duration
    ) throws(HistoryError) -> HistoryAnswer? {
        form == .sizes
            ? answer(count: try reader.count(filter), unsent: try reader.unsent())
            : answer(with: try reader.figures(filter))
    }

    private func answer(with figures: StatisticsFigures) -> HistoryAnswer {
        var answer = HistoryAnswer()
        if form == .svg {
            answer.add("svg") { $0.value(StatisticsSVG(figures).text) }
        } else {
            // The line end is not part of the value.
            answer.add("stats") { $0.value(written: figures.json.dropLast()) }
        }
        return answer
    }

    private func answer(count: Int, unsent: Int?) -> HistoryAnswer {
        var answer = HistoryAnswer()
        answer.add("sizes") { writer in
            writer.object { writer in
                writer.member("notices", count)
                if let unsent { writer.member("unsent", unsent) }
            }
        }
        return answer
    }
}
