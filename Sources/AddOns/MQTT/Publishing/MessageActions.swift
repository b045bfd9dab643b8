import AddOnRuntime
import Control
import JSON
import Linux
import Mosquitto
import Notices

/// Executes actions requested by messages, as far as they are allowed, and answers each.
@LoopActor
final class MessageActions {
    /// Limit of requests waiting for the bridge; further ones are refused.
    private nonisolated static let limit = 16

    /// Reason why an action finds no notification.
    enum Absence: Error {
        case noPhone
        /// No notification on the phone offers the action, or the requested one is not on the phone.
        case noNotice
    }

    private weak var controller: MQTTController?
    private let topics: HomeTopics
    private let takesActs: Bool
    private let takesTexts: Bool
    private var open = 0
    /// IDs of texts shown by messages, the latest last.
    private var shown: [String] = []
    /// Limit of remembered IDs.
    private nonisolated static let shownLimit = 64
    /// Number of invalid messages.
    private var unknown = 0
    /// Number of received requests that were retained, which are never executed.
    private var kept = 0

    /// - Parameter controller: finds notifications, sends requests to the bridge and answers to the broker.
    init(for controller: MQTTController, topics: HomeTopics, takesActs: Bool, takesTexts: Bool) {
        self.controller = controller
        self.topics = topics
        self.takesActs = takesActs
        self.takesTexts = takesTexts
    }

    /// Problems so far, without content; nil if there were none.
    var trouble: String? {
        var parts: [String] = []
        if unknown > 0 {
            parts.append("invalid messages at do or show: \(unknown)")
        }
        if kept > 0 {
            parts.append("retained messages at do or show, which are ignored: \(kept)")
        }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    /// Executes a message, or ignores it at other topics; returns a problem to report, or nil.
    func take(_ message: BrokerMessage) -> String? {
        if let (phone, leaf) = topics.phone(in: message.topic), leaf == .act, takesActs {
            return act(message, on: phone)
        }
        if message.topic == topics.show, takesTexts { return show(message) }
        return nil
    }

    private func act(_ message: BrokerMessage, on phone: PhoneID) -> String? {
        let place = topics.phone(phone, .done)
        // A retained action would be executed after every reconnect, for instance on a later call.
        if message.isRetained {
            kept += 1
            return trouble
        }
        if let command = MediaCommand(rawValue: String(decoding: message.payload, as: UTF8.self)) {
            let request = MediaRequest(command, phone: phone.description)
            perform(request, command.rawValue, for: message, at: place)
            return nil
        }
        guard let wish = ActionMessage(message.payload) else {
            unknown += 1
            refuse(
                message, at: place, "bad_request",
                "an action must be answer, decline or clear, optionally followed by the id of a "
                    + "notification, or a command to the media player"
            )
            return trouble
        }
        switch controller?.find(wish, phone) {
        case nil: break
        case .failure(.noPhone):
            refuse(
                message, at: place, "not_found", "there is no such phone", of: wish.act.rawValue)
        case .failure(.noNotice):
            refuse(
                message, at: place, "not_found",
                "nothing on this phone can be \(wish.act.participle) now", of: wish.act.rawValue)
        case .success(let notice):
            let request = ActRequest(
                ActRequest.Action(wish.act), notice: notice.description)
            perform(request, wish.act.rawValue, for: message, at: place) { writer, _ in
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

    /// Clears texts that were shown by messages; notifications of phones are out of reach.
    private func clear(_ clearing: TextClearing, for message: BrokerMessage) {
        let ids = shown.filter { clearing.id == nil || clearing.id == $0 }
        if let id = clearing.id, ids.isEmpty {
            return refuse(
                message, at: topics.shown, "not_found",
                "no text with the id \(id) was shown by a message")
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

    /// Clears a text; returns false if it no longer exists, which is no error.
    private func clear(_ id: String) async throws(AskFailure) -> Bool {
        do throws(AskFailure) {
            _ = try await controller?.frame.ask(ActRequest(.clear, notice: id))
            return true
        } catch {
            if case .refused(let refusal) = error, refusal.code != .notAllowed { return false }
            throw error
        }
    }

    /// Whether another request may start; if so, counts it as open, otherwise refuses it.
    private func mayBegin(
        _ message: BrokerMessage, at place: String, of act: String? = nil
    ) -> Bool {
        guard open < Self.limit else {
            refuse(message, at: place, "busy", "\(Self.limit) other requests are waiting", of: act)
            return false
        }
        open += 1
        return true
    }

    /// Sends a request to the bridge, unless too many are waiting, and publishes the answer.
    ///
    /// - Parameter act: the member `do` of the answer, if any.
    private func perform<Request: ControlRequest>(
        _ request: Request, _ act: String? = nil, for message: BrokerMessage, at place: String,
        _ members: @escaping @LoopActor (inout JSONWriter, Request.Answer) -> Void = { _, _ in }
    ) {
        guard let controller, mayBegin(message, at: place, of: act) else { return }
        Task.immediate { @LoopActor in
            defer { open -= 1 }
            do throws(AskFailure) {
                let answer = try await controller.frame.ask(request).value
                respond(to: message, at: place) { writer in
                    writer.member("ok", true)
                    if let act { writer.member("do", act) }
                    members(&writer, answer)
                }
            } catch { refuse(message, at: place, error, of: act) }
        }
    }

    private func refuse(
        _ message: BrokerMessage, at place: String, _ failure: AskFailure, of act: String? = nil
    ) {
        let code =
            if case .refused(let refusal) = failure { refusal.code.rawValue } else { "failed" }
        refuse(message, at: place, code, failure.sentence, of: act)
    }

    private func refuse(
        _ message: BrokerMessage, at place: String, _ error: String, _ says: String,
        of act: String? = nil
    ) {
        respond(to: message, at: place) { writer in
            writer.member("ok", false)
            if let act { writer.member("do", act) }
            writer.member("error", error)
            writer.member("says", says)
        }
    }

    /// Publishes an answer at `place`, and at the response topic of the request, if any.
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

    /// Seconds after which an answer expires.
    private nonisolated static let expiry: UInt32 = 60

    /// Whether an answer may be published at a response topic.
    ///
    /// Topics of the bridge, of discovery and of the broker (`$`), and topics with wildcards are excluded.
    private func isHarmless(_ topic: String) -> Bool {
        !topic.isEmpty && !topic.hasPrefix("$") && !topics.speaksForUs(at: topic)
            && !topic.contains("+") && !topic.contains("#")
    }
}

extension ActRequest.Action {
    /// The bridge's action.
    fileprivate init(_ act: NoticeAction) {
        self =
            switch act {
            case .answer: .answer
            case .decline: .decline
            case .clear: .clear
            }
    }
}
