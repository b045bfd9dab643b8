package import Control
import JSON
import Linux
package import Notices
package import Web

/// An action requested by a page.
package enum WallAct: Hashable, Sendable {
    /// Acts on a notification, or on the ringing call if none is named.
    case act(ActRequest.Action, notice: String?)
    /// Sends a command to the media player of a phone, named or identified; nil for the one that plays.
    case play(MediaCommand, phone: String?)
    /// Signs in with a link.
    case enter(link: String)
    /// Signs out.
    case leave

    private static let kind = "application/json"
    private static let fields = ["act", "notice", "link"]
    private static let fieldsOfPlayers = ["act", "phone"]

    /// An error in a request.
    package struct Mistake: Error {
        /// The response to the client.
        package let response: WebResponse
    }

    /// Parses a request.
    package init(_ request: WebRequest) throws(Mistake) {
        let type = (request[field: "content-type"] ?? "").prefix { $0 != ";" && $0 != " " }
        guard type.lowercased() == Self.kind else {
            throw Mistake(
                response: .refused(.badRequest, "an act must have the content type \(Self.kind)"))
        }
        do throws(JSONError) {
            self = try Self.read(JSONField(try JSONValue(parsing: request.body, depthLimit: 4)))
        } catch {
            // The error must not repeat content of the request.
            throw Mistake(
                response: .refused(
                    .badRequest,
                    "an act is answer, decline or clear with the id of a notification, or a command "
                        + "to the media player of a phone"))
        }
        // A repeated request, such as after a lost connection, must not clear the next
        // notification, too.
        if self == .act(.clear, notice: nil) {
            throw Mistake(response: .refused(.badRequest, "clear needs the id of a notification"))
        }
        if case .act(_, let notice?) = self, NoticeID(notice) == nil {
            throw Mistake(
                response: .refused(
                    .badRequest, "notice must be the id of a notification: 13 letters and digits")
            )
        }
    }

    private static func read(_ body: JSONField) throws(JSONError) -> WallAct {
        let word = try JSONFields(of: body, allowed: Self.fields + Self.fieldsOfPlayers).required(
            "act"
        )
        .string()
        if let command = MediaCommand(rawValue: word) {
            let fields = try JSONFields(of: body, allowed: Self.fieldsOfPlayers)
            return .play(command, phone: try fields["phone"]?.string())
        }
        let fields = try JSONFields(of: body, allowed: Self.fields)
        switch word {
        case "enter": return .enter(link: try fields.required("link").string())
        case "leave": return .leave
        default:
            let action = try fields.required("act").choice(
                of: "an act", among: ActRequest.Action.allCases.map { ($0.rawValue, $0) })
            return .act(action, notice: try fields["notice"]?.string())
        }
    }
}

extension WebResponse {
    private static let json = "application/json; charset=utf-8"

    /// A JSON response that must not be cached.
    static func json(
        _ bytes: [UInt8], _ status: WebStatus = .ok, fields: [Field] = []
    ) -> WebResponse {
        WebResponse(
            status, type: json, bytes, fields: [Field("Cache-Control", "no-store")] + fields)
    }

    /// Response to a successful action.
    static func done(fields: [Field] = []) -> WebResponse {
        json(Array("{\"ok\":true}\n".utf8), fields: fields)
    }

    /// Response to a failed action, with the reason.
    static func refused(_ status: WebStatus, _ sentence: String) -> WebResponse {
        json(
            JSONWriter.line { writer in
                writer.member("ok", false)
                writer.member("words", sentence)
            }, status)
    }
}
