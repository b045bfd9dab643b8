import Control
import History
import JSON
import Linux
import Statistics

/// What the notices of a time come to, as numbers or as a picture.
struct FiguresOfTime: HistoryQuestion {
    private let filter: HistoryFilter
    private let form: ControlRequest.Statistics.Form

    /// What a client asks for.
    init(_ wish: ControlRequest.Statistics) throws(ControlRefusal) {
        filter = try HistoryFilter(since: wish.since, until: wish.until)
        form = wish.form
    }

    var advice: String { "less time" }

    var answerOfNothing: HistoryAnswer { answer(with: Statistics().figures()) }

    func answer(
        from reader: HistoryReader, within patience: Duration
    ) throws(HistoryError) -> HistoryAnswer? {
        answer(with: try reader.figures(filter))
    }

    private func answer(with figures: StatisticsFigures) -> HistoryAnswer {
        var answer = HistoryAnswer()
        switch form {
        // It is a line, whose end belongs to no value.
        case .json: answer.add("stats") { $0.value(written: figures.json.dropLast()) }
        case .svg: answer.add("svg") { $0.value(StatisticsSVG(figures).text) }
        }
        return answer
    }
}
