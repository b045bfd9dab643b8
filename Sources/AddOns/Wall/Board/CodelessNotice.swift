import JSON
import Notices

/// Notifications of the history for pages that hide one-time codes.
enum CodelessNotice {
    private static let code = "code"

    /// Members that may contain the code in another form: the code itself, labels such as "Copy 1234", and texts as
    /// bytes.
    private static let omitted: Set = [code, "actions", "bytes"]

    /// Writes a notification without its code, which is made illegible in its texts.
    static func write(_ notice: JSONValue, to writer: inout JSONWriter) {
        guard case .object(let members) = notice.content, notice[code] != nil else {
            return writer.value(notice)
        }
        let texts = Notice.withoutCode(
            (
                notice.text("title") ?? "", notice.text("subtitle") ?? "",
                notice.text("message") ?? ""
            ))
        writer.object { writer in
            for member in members {
                switch member.key {
                case _ where omitted.contains(member.key): continue
                case "title": writer.member("title", texts.title)
                case "subtitle": writer.member("subtitle", texts.subtitle)
                case "message": writer.member("message", texts.message)
                default:
                    writer.key(member.key)
                    writer.value(member.value)
                }
            }
        }
    }
}
