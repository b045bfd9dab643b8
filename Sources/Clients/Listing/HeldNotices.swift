import Board
import Configuration
import Contract
import Control
import Formats
import JSON
import Linux
import Notices

/// One question to a running bridge, for all that holds now.
@LoopActor
final class HeldNotices {
    private let finish: @LoopActor (Result<Day, AskFailure>) -> Void
    private var client: ControlClient?
    private let deadline = Alarm()
    private var day = Day()

    private init(
        _ path: String, _ filter: TailRequest,
        _ finish: @escaping @LoopActor (Result<Day, AskFailure>) -> Void
    ) {
        self.finish = finish
        let client = ControlClient(path: path) { [weak self] in self?.take($0) }
        self.client = client
        client.ask(filter) { [weak self] result in
            // Where the connection ended that is told with its own reason.
            if case .failure(.refused(let refusal)) = result {
                self?.end(.failure(.refused(refusal)))
            }
        }
        deadline.set(after: ControlLimits.answer) { [weak self] in
            self?.end(.failure(.failed(.noAnswer)))
        }
    }

    /// Asks on the calling thread.
    ///
    /// - Parameter filter: what is wanted of what holds.
    nonisolated static func ask(
        at path: String, _ filter: TailRequest
    ) -> Result<Day, AskFailure> {
        var filter = filter
        filter.board = true
        let wanted = filter
        return EventLoop.runHolding {
            (finish: @escaping @LoopActor (Result<Day, AskFailure>) -> Void) in
            HeldNotices(path, wanted, finish)
        }
    }

    private func take(_ news: ControlClient.News) {
        switch news {
        case .hello: break
        case .event(let value, _):
            if value.text("event") == ControlLines.caughtUp { return end(.success(day)) }
            // An event that cannot be read is of a later version.
            if let event = try? EventReader.event(value) { day.take(event) }
        case .ended(let failure): end(.failure(.failed(failure)))
        }
    }

    private func end(_ result: Result<Day, AskFailure>) {
        guard let client else { return }
        self.client = nil
        client.stop()
        deadline.cancel()
        finish(result)
    }
}
