import Commands
import Control
import Linux
import Notices
import Web

/// Controller of a central database for the web page: its feed, and queries of its history.
@LoopActor
final class CentralController {
    /// Answer to a requested action, which a central database never executes.
    nonisolated static let noActs =
        "a wall of many bridges is read-only; actions are done at the bridge of the phone"
    private nonisolated static let busy =
        "other queries of the central database are waiting; try again in a moment"
    private nonisolated static let late = "the central database takes too long; try fewer days"
    private nonisolated static let away =
        "the central database does not answer: run sudo callboard-central check"
    private nonisolated static let notInstalled = "\(CentralChild.name) is not installed"
    /// Exit statuses of a command that found nothing, and of one that exceeded its time limit.
    private nonisolated static let nothingFound: Int32 = 1
    private nonisolated static let outOfTime: Int32 = 75
    /// Exit status of a command with invalid options.
    private nonisolated static let misused: Int32 = 64

    private var program: CentralChild
    private let errands: CentralCommandQueue
    private let feed: CentralFeedReader

    /// - Parameter take: receives the feed.
    init(
        _ program: CentralChild,
        _ limits: CentralCommandQueue.Limits = CentralCommandQueue.Limits(),
        pauses: ClosedRange<Duration> = CentralFeedReader.pauses,
        _ take: @escaping @LoopActor (BridgeNews) -> Void
    ) {
        self.program = program
        errands = CentralCommandQueue(limits)
        feed = CentralFeedReader(program, pauses: pauses, take)
    }

    /// Restarts the feed with another selection and the present configuration.
    func show(_ choice: WallSettings.Central) {
        program = program.showing(choice)
        feed.restart(program)
    }

    func stop() {
        feed.stop()
    }

    /// Answers a query of the history.
    func answerHistory(
        _ query: HistoryQuery, _ codes: CodeDisplay, _ exchange: WebExchange
    ) {
        do throws(HistoryQuery.Mistake) {
            let wanted = try CentralQuery(query)
            run(wanted.command(program, codes), reading: wanted.input, exchange) { output, end in
                exchange.answer(Self.list(output, end, wanted, query, codes))
            }
        } catch {
            exchange.answer(.refused(.badRequest, error.sentence))
        }
    }

    /// Answers with statistics.
    func answerStatistics(
        _ query: HistoryQuery, as form: StatisticsRequest.Form, _ exchange: WebExchange
    ) {
        run(CentralQuery.statistics(query, as: form, program), exchange) { output, end in
            guard end == .status(0), !output.isEmpty else {
                return exchange.answer(Self.refusal(for: end))
            }
            exchange.answer(form == .svg ? .picture(output) : .json(output))
        }
    }

    private func run(
        _ words: [String]?, reading input: [UInt8] = [], _ exchange: WebExchange,
        _ answer: @escaping CentralCommandQueue.Answer
    ) {
        guard let words else { return exchange.answer(.refused(.unavailable, Self.notInstalled)) }
        guard errands.run(words, reading: input, isWanted: { exchange.isOpen }, answer) else {
            return exchange.answer(.refused(.unavailable, Self.busy).with("Retry-After", "5"))
        }
    }

    private static func list(
        _ output: [UInt8], _ end: CentralCommandQueue.End, _ query: CentralQuery,
        _ asked: HistoryQuery,
        _ codes: CodeDisplay
    ) -> WebResponse {
        let isWhole: Bool
        switch end {
        case .status(0): isWhole = true
        case .status(nothingFound) where query.isSearch: isWhole = true
        case .status(outOfTime), .tooLong, .tooMuch: isWhole = false
        case .status, .failed: return refusal(for: end)
        }
        guard let hits = try? CentralHits(output, query, codes, isWhole: isWhole) else {
            return refusal(for: .failed)
        }
        // The hits found so far are shown; the page can request more from the last one on.
        return hits.isEmpty && !isWhole ? refusal(for: end) : asked.response(hits.bytes)
    }

    private static func refusal(for end: CentralCommandQueue.End) -> WebResponse {
        switch end {
        case .status(misused):
            .refused(
                .badRequest, "since and until must be days such as 2026-11-03, since before until")
        case .status(outOfTime), .tooLong: .refused(.unavailable, late)
        case .tooMuch: .refused(.failed, "the answer of the central database is too long")
        case .status, .failed: .refused(.unavailable, away)
        }
    }
}
