import Commands
import Contract
import Control
import Linux
import Notices
import Web

/// A centre as a wall has it: what it tells, and what it is asked.
@LoopActor
final class CentralController {
    /// What whoever wants to act is told.
    nonisolated static let noActs =
        "a wall of many bridges is to look at; what acts on a phone is done at its bridge"
    private nonisolated static let busy = "others ask the centre already; try again in a moment"
    private nonisolated static let late = "the centre takes too long; fewer days may do"
    private nonisolated static let away =
        "the centre does not answer: sudo callboard-central check says why"
    private nonisolated static let notInstalled = "\(CentralChild.name) is not installed"
    /// How a command ends that found nothing, and one that did not come to its end in time.
    private nonisolated static let nothingFound: Int32 = 1
    private nonisolated static let outOfTime: Int32 = 75
    /// How a command ends that does not understand its options.
    private nonisolated static let misused: Int32 = 64

    private var program: CentralChild
    private let errands: CentralCommandQueue
    private let feed: CentralFeedReader

    /// - Parameter take: takes what it tells.
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

    /// Goes on with another choice, and with whatever the configuration says of the centre now.
    func show(_ choice: WallSettings.Central) {
        program = program.showing(choice)
        feed.restart(program)
    }

    /// Ends it.
    func stop() {
        feed.stop()
    }

    /// Answers what was asked of the history.
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
        // What was found so far is shown, and the rest is asked for from there.
        return hits.isEmpty && !isWhole ? refusal(for: end) : asked.response(hits.bytes)
    }

    private static func refusal(for end: CentralCommandQueue.End) -> WebResponse {
        switch end {
        case .status(misused):
            .refused(.badRequest, "since and until are days such as 2026-11-03, since before until")
        case .status(outOfTime), .tooLong: .refused(.unavailable, late)
        case .tooMuch: .refused(.failed, "the centre's answer is too long")
        case .status, .failed: .refused(.unavailable, away)
        }
    }
}
