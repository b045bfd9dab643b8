import Commands
package import Control
import Formats
import JSON
package import Linux
import Notices
import Outlets
package import Radio

/// Controller of pairing and forgetting, for clients of the running bridge.
@LoopActor
package final class PairingController: Outlet {
    /// The client that has opened the window.
    private struct Visit {
        let exchange: ControlExchange
        let talk: PairingDialogue
    }

    private static let usualTime = 120

    /// The bridge; set before the first request.
    package weak var bridge: Bridge?

    private let radio: any PairingRadio
    private let book: KnownPhones
    private var visit: Visit?
    private var answer: (@LoopActor (Bool) -> Void)?
    private var condition: (RadioCondition, words: String?)?

    /// Creates a controller for a radio and its paired phones.
    package init(radio: any PairingRadio, _ book: KnownPhones) {
        self.radio = radio
        self.book = book
    }

    /// Registers the handlers of requests about phones.
    package func register(with router: ControlRouter) {
        router.hold(open)
        router.hold(reply)
        router.on(list)
        router.hold(forget)
    }

    /// Refuses all requests about phones, for a bridge whose phones cannot be paired.
    package static func refuse(with refusal: ControlRefusal, router: ControlRouter) {
        router.refuse(PairRequest.self, with: refusal)
        router.refuse(ReplyRequest.self, with: refusal)
        router.refuse(PhonesRequest.self, with: refusal)
        router.refuse(ForgetRequest.self, with: refusal)
    }

    func show(_ event: BridgeEvent) {
        if case .radio(let condition, let words, _) = event { self.condition = (condition, words) }
        visit?.talk.take(event)
    }

    /// Ends a pairing in progress.
    package func stop() {
        visit?.talk.stop()
        visit = nil
        answer = nil
    }

    /// Opens a window in which one phone can pair; the client receives its events until it closes.
    private func open(_ request: PairRequest, _ exchange: ControlExchange) {
        guard visit == nil else {
            return exchange.refuse(
                ControlRefusal(.busy, "another client is pairing a phone right now"))
        }
        let time = Duration.seconds(request.seconds ?? Self.usualTime)
        let talk = PairingDialogue(
            radio, method: PairingMethod(request.method), for: time, sharing: time)
        talk.teller = self
        visit = Visit(exchange: exchange, talk: talk)
        // The closure also keeps the exchange: if released before its client disconnects,
        // it would answer that the bridge gave no answer.
        exchange.whenGone("pair") { [self] in if visit?.exchange === exchange { stop() } }
        talk.start()
        for phone in bridge?.status.phones ?? [] {
            talk.know(phone.state, of: phone.bond, named: phone.name)
        }
        if let condition { talk.take(condition.0, condition.words) }
    }

    /// Handles the user's answer to the open question.
    private func reply(_ request: ReplyRequest, _ exchange: ControlExchange) {
        guard visit?.exchange.clientNumber == exchange.clientNumber, let answer else {
            return exchange.refuse(ControlRefusal(.notFound, "nothing was asked"))
        }
        self.answer = nil
        answer(request.isYes)
        exchange.done()
    }

    /// Answers with the paired phones.
    private func list(
        _: PhonesRequest, _: PeerCredentials
    ) async throws(ControlRefusal) -> PhonesAnswer {
        let states = bridge?.status.phones ?? []
        do throws(MemoryError) {
            return PhonesAnswer(
                try await book.look().map { status in
                    var phone = BondedPhone(status)
                    let state = states.first { $0.bond == phone.address }
                    phone.words = state?.state.words
                    phone.since = state?.since
                    phone.battery = state?.battery ?? phone.battery
                    phone.model = state?.model
                    return phone
                })
        } catch {
            throw ControlRefusal(.failed, error.sentence)
        }
    }

    /// Forgets a phone, given by its name or address.
    private func forget(_ request: ForgetRequest, _ exchange: ControlExchange) {
        // The removal is completed even if the client disconnects.
        LoopActor.begin { [book] in
            do throws(KnownPhones.Trouble) {
                try await book.forget(request.phone)
                exchange.done()
            } catch {
                exchange.refuse(
                    ControlRefusal(error.isAboutName ? .notFound : .failed, error.sentence))
            }
        }
    }
}

extension PairingController: PairingReporter {
    func tell(_ news: PairingProgress) { visit?.exchange.tell(news.line) }

    func ask(_ question: PairingProgress, _ answer: @escaping @LoopActor (Bool) -> Void) {
        self.answer = answer
        tell(question)
    }

    func withdraw() { answer = nil }

    func over(_ hasPaired: Bool) {
        let exchange = visit?.exchange
        stop()
        exchange?.done(PairAnswer(hasPaired: hasPaired))
    }
}

extension PairingMethod {
    fileprivate init(_ method: PairRequest.Method?) {
        switch method {
        case .compare, nil: self = .compare
        case .passkey: self = .passkey
        case .confirm: self = .confirm
        }
    }
}
