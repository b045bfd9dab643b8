import Board
import JSON
import Linux
import Notices
import Web

/// Full text of a notification, for a page that opens its row.
extension WallController {
    func answerNotice(_ request: WebRequest, _ exchange: WebExchange, _ access: WallAccess) {
        guard access.detail == .full else {
            return exchange.answer(
                .refused(.forbidden, "this token may not read texts: it requires --detail full"))
        }
        guard let id = request.query["id"].flatMap(NoticeID.init) else {
            return exchange.answer(
                .refused(.badRequest, "id is that of a row, 13 letters and digits"))
        }
        guard let (kept, isGone) = held.notice(id),
            // Not more than the stream would show.
            case .notice(_, let notice, _)? =
                channel(access.detail).shown(.notice(.added, kept, at: WallTime.now))
        else {
            return exchange.answer(
                .refused(
                    .notFound, "this notification is no longer kept here; the history may have it"))
        }
        let page = NoticeReading(notice, .full, isGone: isGone)
        guard request.query["as"] == "row" else {
            return exchange.answer(.json(Self.json(of: page, id)))
        }
        let row = channel(access.detail).picture().rows.first { $0.row.id == id }
        guard var markup = row.map({ RowMarkup($0) }) else {
            return exchange.answer(.refused(.notFound, "this notification has no row"))
        }
        markup.take(page)
        exchange.answer(.json(JSONWriter.line { $0.member("row", markup.markup) }))
    }

    private static func json(of page: NoticeReading, _ id: NoticeID) -> [UInt8] {
        let missing = page.facts.first { $0.name == "length" }
        return JSONWriter.line { writer in
            writer.member("version", WallPicture.version)
            writer.member("id", id.description)
            writer.member("who", page.title)
            writer.member("text", page.lines.joined(separator: "\n"))
            // The phone has more text than the bridge requested.
            if let missing {
                writer.member("cut", true)
                writer.member("words", missing.value)
            }
        }
    }
}
