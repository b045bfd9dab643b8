import Commands
import Control
import Formats
import JSON
import Linux
import PostgreSQL

/// Checks of the bridge.
extension CentralCheck {
    /// Identity of the history, at the bridge and at the central database.
    struct Identity {
        let history: String
        let meeting: Int
        let token: String
        let next: String

        /// Arguments of `callboard.meet`.
        var values: [SQLValue] {
            [.text(history), .integer(Int64(meeting)), .text(token), .text(next)]
        }
    }

    /// Answer of the bridge about its history.
    enum BridgeAnswer {
        /// No site configured; nothing is uploaded.
        case notAsked
        /// The bridge gave no identity; the reason is among the findings.
        case nothing
        /// The service is uploading the history already; with its status at the bridge.
        case handedOver(words: String, works: Bool)
        case identity(Identity)
    }

    /// Requests the history's identity, as the uploading program does.
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
                    "the bridge reports no history",
                    fix: "sudo systemctl restart callboard"))
            return .nothing
        }
        find("central-bridge", .ok("the bridge allows this user to upload its history"))
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
                + "hand-over-group in [control] is the group that may upload"
            : "callboard doctor"
    }

    /// Queries the status of the program that is uploading the history.
    private func askPusher() async -> BridgeAnswer {
        find("central-bridge", .ok("a program is uploading the history of the bridge"))
        let status = try? await ControlClient.ask(StatusRequest(), at: socket, within: patience)
        guard
            let pusher = status?.value.addOns.first(where: {
                $0.name == "central" && $0.user == nil
            })
        else {
            return .handedOver(words: "the bridge reports no status of that service", works: true)
        }
        return .handedOver(words: pusher.words, works: pusher.state == "works")
    }
}
