import Board
import Control
import Formats
import JSON
import Linux
import Notices

/// Request for the current notifications of a running bridge.
enum HeldNotices {
    /// Requests the notifications on the calling thread.
    ///
    /// - Parameter filter: selection of the notifications.
    static func ask(
        at path: String, _ filter: TailRequest
    ) -> Result<Day, AskFailure> {
        EventLoop.run { () async -> Result<Day, AskFailure> in
            do throws(AskFailure) {
                return .success(try await list(at: path, filter))
            } catch {
                return .failure(error)
            }
        }
    }

    @LoopActor
    private static func list(
        at path: String, _ filter: TailRequest
    ) async throws(AskFailure) -> Day {
        var filter = filter
        filter.board = true
        let events = Mailbox<ControlClient.News>()
        let client = ControlClient(path: path) { events.post($0) }
        defer { client.stop() }
        let deadline = EventLoop.now + ControlLimits.answer
        _ = try await client.ask(filter)
        var day = Day()
        while let news = await events.next(within: deadline - EventLoop.now) {
            switch news {
            case .hello: break
            case .event(let value, _):
                if value.text("event") == ControlLines.caughtUp { return day }
                // An event that cannot be parsed is of a later version, and is ignored.
                if let event = try? EventReader.event(value) { day.take(event) }
            case .ended(let failure): throw .failed(failure)
            }
        }
        throw .failed(.noAnswer)
    }
}
