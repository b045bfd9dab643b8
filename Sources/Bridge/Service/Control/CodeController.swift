import Control
import Linux
import Notices

/// Controller of requests for one-time codes, answered at once or when the next code arrives.
@LoopActor
final class CodeController {
    /// A waiting request; unanswered requests are limited for each client.
    @LoopActor private struct Waiting {
        let exchange: ControlExchange
        let deadline = Alarm()
    }

    private var codes = RecentCodes()
    private var waiting: [Int: Waiting] = [:]
    private var nextNumber = 0

    /// Registers the handler of code requests.
    func register(with router: ControlRouter) {
        router.hold { [self] (request: CodeRequest, exchange) in
            tell(exchange, wait: request.wait)
        }
    }

    /// Handles an event that outputs show.
    func show(_ event: BridgeEvent, mayRead: (PeerCredentials) -> Bool) {
        let now = EventLoop.now
        guard let entry = codes.take(event, at: now, wall: .now) else { return }
        for waiting in waiting.values {
            if mayRead(waiting.exchange.peer) {
                answer(waiting.exchange, entry, at: now)
            } else {
                waiting.exchange.refuse(ControlRefusal(.notAllowed, "this may no longer be read"))
            }
        }
        waiting = [:]
    }

    /// Answers with the newest code, or with the next one within a number of seconds.
    func tell(_ exchange: ControlExchange, wait: Int?) {
        let now = EventLoop.now
        guard let wait else {
            guard let entry = codes.newest(at: now) else { return refuse(exchange) }
            return answer(exchange, entry, at: now)
        }
        let number = nextNumber
        nextNumber += 1
        let new = Waiting(exchange: exchange)
        new.deadline.set(after: .seconds(wait), for: self) { controller in
            if let waiting = controller.waiting.removeValue(forKey: number) {
                controller.refuse(waiting.exchange)
            }
        }
        waiting[number] = new
        let client = exchange.clientNumber
        exchange.whenGone("code") { [self] in forget(client) }
    }

    private func forget(_ client: UInt64) {
        for (number, waiting) in waiting where waiting.exchange.clientNumber == client {
            self.waiting[number] = nil
        }
    }

    private func refuse(_ exchange: ControlExchange) {
        exchange.refuse(ControlRefusal(.notFound, "no code has come"))
    }

    private func answer(_ exchange: ControlExchange, _ entry: RecentCodes.Entry, at now: Duration) {
        var answer = CodeAnswer()
        answer.code = entry.code
        answer.id = entry.notice.id.description
        answer.appID = entry.notice.appID.string
        answer.app = entry.notice.appName?.string
        answer.phone = entry.notice.phone
        answer.ageSeconds = Int((now - entry.came).components.seconds)
        exchange.done(answer)
    }
}
