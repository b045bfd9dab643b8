import Commands
import Contract
import Control
import Formats
import JSON
import Linux
import PostgreSQL

/// What is asked of the bridge.
extension CentralCheck {
    /// By what the history is known, at the bridge and at the centre.
    struct Identity {
        let history: String
        let meeting: Int
        let token: String
        let next: String

        /// The same as a meeting takes it.
        var values: [SQLValue] {
            [.text(history), .integer(Int64(meeting)), .text(token), .text(next)]
        }
    }

    /// What the bridge says of its history.
    enum BridgeAnswer {
        /// Nobody wants to hand it in.
        case notAsked
        /// It cannot be had, as was said already.
        case nothing
        /// A program hands it over at the moment, and says this of itself.
        case handedOver(words: String, works: Bool)
        case identity(Identity)
    }

    /// Asks it for its history, as whoever hands that over does.
    func askBridge() async -> BridgeAnswer {
        guard settings.site != nil else { return .notAsked }
        let identity: OutboxAnswer
        do throws(AskFailure) {
            identity = try await ControlClient.ask(
                OutboxRequest(nil), at: socket, within: patience
            ).value
        } catch {
            return await explain(error)
        }
        guard let history = identity.history, let meeting = identity.meeting,
            let token = identity.token, let next = identity.next
        else {
            find(
                "central-bridge",
                .fail(
                    "the bridge says nothing of its history",
                    fix: "sudo systemctl restart callboard"))
            return .nothing
        }
        find("central-bridge", .ok("the bridge lets this user hand its history over"))
        return .identity(
            Identity(history: history, meeting: Int(meeting), token: token, next: next))
    }

    private func explain(_ failure: AskFailure) async -> BridgeAnswer {
        switch failure {
        case .refused(let refusal) where refusal.code == .busy: return await askPusher()
        case .refused(let refusal):
            find("central-bridge", .fail(refusal.sentence, fix: Self.fix(of: refusal)))
        case .failed(let failure):
            find(
                "central-bridge",
                .fail("\(failure)", fix: "sudo systemctl enable --now callboard"))
        }
        return .nothing
    }

    private static func fix(of refusal: ControlRefusal) -> String {
        refusal.code == .notAllowed
            ? "sudo -u callboard-central callboard-central check    # as the service's user; "
                + "hand-over-group in [control] says whose group may"
            : "callboard doctor"
    }

    /// Asks how the program is that has the history.
    private func askPusher() async -> BridgeAnswer {
        find("central-bridge", .ok("the bridge hands its history over to a program"))
        let status = try? await ControlClient.ask(StatusRequest(), at: socket, within: patience)
        guard
            let pusher = status?.value.companions.first(where: {
                $0.name == "central" && $0.user == nil
            })
        else {
            return .handedOver(words: "the bridge knows nothing else", works: true)
        }
        return .handedOver(words: pusher.words, works: pusher.state == "works")
    }
}
