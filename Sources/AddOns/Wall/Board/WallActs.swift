package import Contract
import JSON
import Linux
import Notices
package import Web

/// What a page asks to be done.
package enum WallAct: Hashable, Sendable {
    /// Something is done to a notice, or to what rings where none is named.
    case act(ActRequest.Action, notice: String?)
    /// The browser comes in by a link.
    case enter(link: String)
    /// The browser's token is to be forgotten.
    case leave

    private static let kind = "application/json"
    private static let fields = ["act", "notice", "link"]

    /// Why something is no act.
    package struct Mistake: Error {
        /// What whoever asked is told.
        package let response: WebResponse
    }

    /// Reads a request.
    package init(_ request: WebRequest) throws(Mistake) {
        let type = (request[field: "content-type"] ?? "").prefix { $0 != ";" && $0 != " " }
        guard type.lowercased() == Self.kind else {
            throw Mistake(response: .refused(.badRequest, "an act is of the type \(Self.kind)"))
        }
        do throws(JSONError) {
            let fields = try JSONFields(
                of: JSONField(JSONValue(parsing: request.body, depthLimit: 4)), allowed: Self.fields
            )
            let word = try fields.required("act").string()
            switch word {
            case "enter": self = .enter(link: try fields.required("link").string())
            case "leave": self = .leave
            default:
                let action = try fields.required("act").choice(
                    of: "an act",
                    among: ActRequest.Action.allCases.map { ($0.rawValue, $0) })
                self = .act(action, notice: try fields["notice"]?.string())
            }
        } catch {
            // What came is not said again.
            throw Mistake(
                response: .refused(
                    .badRequest, "an act is answer, decline or clear with the id of a notice"))
        }
        // A request that comes twice, as after a broken connection, must not clear the next one, too.
        if self == .act(.clear, notice: nil) {
            throw Mistake(response: .refused(.badRequest, "clear needs the id of a notice"))
        }
        if case .act(_, let notice?) = self, NoticeID(notice) == nil {
            throw Mistake(
                response: .refused(.badRequest, "a notice has an id of 13 letters and digits"))
        }
    }
}

extension WebResponse {
    private static let json = "application/json; charset=utf-8"

    /// An answer that is JSON, which nobody keeps.
    static func json(
        _ bytes: [UInt8], _ status: WebStatus = .ok, fields: [Field] = []
    ) -> WebResponse {
        WebResponse(
            status, type: json, bytes, fields: [Field("Cache-Control", "no-store")] + fields)
    }

    /// Something was done.
    static func done(fields: [Field] = []) -> WebResponse {
        json(Array("{\"ok\":true}\n".utf8), fields: fields)
    }

    /// Something was not done, and why.
    static func refused(_ status: WebStatus, _ sentence: String) -> WebResponse {
        json(
            JSONWriter.line { writer in
                writer.member("ok", false)
                writer.member("words", sentence)
            }, status)
    }
}
