import AddOnRuntime
import Contract
import Control
import JSON
import Linux
import Mosquitto
import Notices

/// Does what others want by messages, as far as that was allowed, and answers each.
@LoopActor
final class MessageActions {
    /// Wishes that wait for the bridge; a further one is refused.
    private nonisolated static let limit = 16

    /// Why an act finds nothing.
    enum Absence: Error {
        /// There is no such phone.
        case noPhone
        /// Nothing on it can be answered, declined or cleared, or not that.
        case noNotice
    }

    private weak var controller: MQTTController?
    private let topics: HomeTopics
    private let takesActs: Bool
    private let takesTexts: Bool
    private var open = 0
    /// Texts that were shown from here, the latest last.
    private var shown: [String] = []
    /// How many of those are remembered.
    private nonisolated static let shownLimit = 64
    /// How many messages were none that anybody could do.
    private var unknown = 0
    /// How many acts the broker had kept, which are never done.
    private var kept = 0

    /// - Parameter controller: finds notices, asks the bridge and sends answers.
    init(for controller: MQTTController, topics: HomeTopics, takesActs: Bool, takesTexts: Bool) {
        self.controller = controller
        self.topics = topics
        self.takesActs = takesActs
        self.takesTexts = takesTexts
    }

    /// What went wrong so far, in words without content; nil where nothing did.
    var trouble: String? {
        var parts: [String] = []
        if unknown > 0 {
            parts.append("messages at do or show that could not be understood: \(unknown)")
        }
        if kept > 0 {
            parts.append("retained messages at do or show, which are ignored: \(kept)")
        }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    /// Does what a message wants, and gives what a person should know of that.
    func take(_ message: BrokerMessage) -> String? {
        if let (phone, leaf) = topics.phone(in: message.topic), leaf == .act, takesActs {
            return act(message, on: phone)
        }
        if message.topic == topics.show, takesTexts { return show(message) }
        return nil
    }

    private func act(_ message: BrokerMessage, on phone: PhoneID) -> String? {
        let place = topics.phone(phone, .done)
        // Whoever comes later would answer a call that nobody remembers.
        if message.isRetained {
            kept += 1
            return trouble
        }
        guard let wish = ActionMessage(message.payload) else {
            unknown += 1
            refuse(
                message, at: place, "bad_request",
                "an act is answer, decline or clear, perhaps with the id of a notice behind it")
            return trouble
        }
        switch controller?.find(wish, phone) {
        case nil: break
        case .failure(.noPhone): refuse(message, at: place, "not_found", "there is no such phone")
        case .failure(.noNotice):
            refuse(
                message, at: place, "not_found",
                "nothing on this phone can be \(wish.act.participle) now", of: wish)
        case .success(let notice):
            let request = ActRequest(
                ActRequest.Action(wish.act), notice: notice.description)
            perform(request, for: message, at: place) { writer, _ in
                writer.member("do", wish.act.rawValue)
                writer.member("id", notice.description)
            }
        }
        return nil
    }

    private func show(_ message: BrokerMessage) -> String? {
        if message.isRetained {
            kept += 1
            return trouble
        }
        if let clearing = TextClearing(message.payload) {
            clear(clearing, for: message)
            return nil
        }
        do throws(TextMessage.Mistake) {
            let wish = try TextMessage(message.payload)
            let request = try wish.request
            perform(request, for: message, at: topics.shown) { [self] writer, answer in
                if let id = answer.id {
                    writer.member("id", id)
                    remember(id)
                }
                if let until = answer.until { writer.member("until", until.timestamp) }
            }
            return nil
        } catch {
            unknown += 1
            refuse(message, at: topics.shown, "bad_request", error.words)
            return trouble
        }
    }

    private func remember(_ id: String) {
        shown.append(id)
        if shown.count > Self.shownLimit { shown.removeFirst() }
    }

    /// Takes back texts that came from here: nobody gets at a phone's notices by this.
    private func clear(_ clearing: TextClearing, for message: BrokerMessage) {
        let ids = shown.filter { clearing.id == nil || clearing.id == $0 }
        if let id = clearing.id, ids.isEmpty {
            return refuse(
                message, at: topics.shown, "not_found",
                "no text with the id \(id) was shown from here")
        }
        guard mayBegin(message, at: topics.shown) else { return }
        shown.removeAll { ids.contains($0) }
        Task.immediate { @LoopActor in
            defer { open -= 1 }
            do throws(AskFailure) {
                var cleared = 0
                for id in ids where try await clear(id) { cleared += 1 }
                respond(to: message, at: topics.shown) { writer in
                    writer.member("ok", true)
                    writer.member("count", cleared)
                }
            } catch { refuse(message, at: topics.shown, error) }
        }
    }

    /// Takes back a text, and says whether it was there: one that has gone by itself is no mistake.
    private func clear(_ id: String) async throws(AskFailure) -> Bool {
        do throws(AskFailure) {
            _ = try await controller?.frame.ask(ActRequest(.clear, notice: id))
            return true
        } catch {
            if case .refused(let refusal) = error, refusal.code != .notAllowed { return false }
            throw error
        }
    }

    /// Whether there is room for one more, which is counted then.
    private func mayBegin(_ message: BrokerMessage, at place: String) -> Bool {
        guard open < Self.limit else {
            refuse(message, at: place, "busy", "\(Self.limit) others are being done")
            return false
        }
        open += 1
        return true
    }

    /// Asks the bridge, if there is room for one more, and responds with what it answers.
    private func perform<Request: ControlRequest>(
        _ request: Request, for message: BrokerMessage, at place: String,
        _ members: @escaping @LoopActor (inout JSONWriter, Request.Answer) -> Void
    ) {
        guard let controller, mayBegin(message, at: place) else { return }
        Task.immediate { @LoopActor in
            defer { open -= 1 }
            do throws(AskFailure) {
                let answer = try await controller.frame.ask(request).value
                respond(to: message, at: place) { writer in
                    writer.member("ok", true)
                    members(&writer, answer)
                }
            } catch { refuse(message, at: place, error) }
        }
    }

    private func refuse(_ message: BrokerMessage, at place: String, _ failure: AskFailure) {
        let code =
            if case .refused(let refusal) = failure { refusal.code.rawValue } else { "failed" }
        refuse(message, at: place, code, failure.sentence)
    }

    private func refuse(
        _ message: BrokerMessage, at place: String, _ error: String, _ says: String,
        of wish: ActionMessage? = nil
    ) {
        respond(to: message, at: place) { writer in
            writer.member("ok", false)
            if let wish { writer.member("do", wish.act.rawValue) }
            writer.member("error", error)
            writer.member("says", says)
        }
    }

    /// Answers where everybody can read it, and where whoever asked wants it.
    private func respond(
        to message: BrokerMessage, at place: String, _ members: (inout JSONWriter) -> Void
    ) {
        let payload = JSONWriter.object { writer in
            writer.member("v", HomeTopics.version)
            members(&writer)
        }
        controller?.answer(
            BrokerMessage(
                topic: place, payload: payload, isAcknowledged: true, expiry: Self.expiry))
        guard let wanted = message.responseTopic, isHarmless(wanted) else { return }
        controller?.answer(
            BrokerMessage(
                topic: wanted, payload: payload, isAcknowledged: true, expiry: Self.expiry,
                correlation: message.correlation))
    }

    /// After how many seconds nobody waits for an answer.
    private nonisolated static let expiry: UInt32 = 60

    /// Whether an answer may go there: not where others would take it for ours.
    private func isHarmless(_ topic: String) -> Bool {
        !topic.isEmpty && !topic.hasPrefix("$") && !topics.speaksForUs(at: topic)
            && !topic.contains("+") && !topic.contains("#")
    }
}

extension ActRequest.Action {
    /// What the bridge is asked for.
    fileprivate init(_ act: NoticeAction) {
        self =
            switch act {
            case .answer: .answer
            case .decline: .decline
            case .clear: .clear
            }
    }
}
