import Board
import Control
import JSON
import Linux
import Notices

/// Members of every whole board that are constant while a page is open.
struct WallFrame: Hashable, Sendable {
    /// Prefix of message IDs, unique for each channel.
    let run: String
    /// Title of the page.
    let name: String
    let detail: BoardOptions.Detail
    /// Whether one-time codes are shown.
    var codes = CodeDisplay.hide
}

/// Rights of a client.
struct WallRights: Hashable, Sendable {
    var mayAct = false
    var searches = false
}

extension WallPicture {
    /// Version of the format.
    static let version = 1

    /// JSON object of the members that are the same for all clients of the channel.
    func members(at now: WallTime, _ clock: Duration) -> [UInt8] {
        JSONWriter.object { writer in
            write(link, to: &writer)
            if radio != nil { writeRadio(to: &writer) }
            writePhones(to: &writer)
            writePlayers(clock, to: &writer)
            writeCalls(clock, to: &writer)
            writeCounts(to: &writer)
            writer.member("night", isNight)
            writer.array("rows") { writer in
                for row in rows { write(row, to: &writer) }
            }
            writePlaces(to: &writer)
            if !bridges.isEmpty { writeBridges(to: &writer) }
        }
    }

    /// JSON of the whole board, for a client with these rights.
    func whole(
        _ frame: WallFrame, _ rights: WallRights, at now: WallTime, _ clock: Duration
    ) -> [UInt8] {
        var bytes = JSONWriter.object { writer in
            writer.member("version", Self.version)
            writer.member("run", frame.run)
            writer.member("time", now.timestamp)
            writer.member("name", frame.name)
            writer.member("detail", frame.detail.rawValue)
            writer.member("may_act", rights.mayAct)
            writer.member("searches", rights.searches)
        }
        // The remaining members are the same for all clients of the channel.
        bytes[bytes.count - 1] = UInt8(ascii: ",")
        return bytes + members(at: now, clock).dropFirst()
    }

    /// JSON of the changes; nil if there are none.
    func changes(
        since old: WallPicture, at now: WallTime, _ clock: Duration
    ) -> [UInt8]? {
        guard self != old else { return nil }
        let rows = RowChanges(from: old.rows, to: self.rows)
        return JSONWriter.object { writer in
            writer.member("version", Self.version)
            writer.member("time", now.timestamp)
            if link != old.link { write(link, to: &writer) }
            if radio != old.radio { writeRadio(to: &writer) }
            if phones != old.phones { writePhones(to: &writer) }
            if players != old.players { writePlayers(clock, to: &writer) }
            if calls != old.calls { writeCalls(clock, to: &writer) }
            if counts != old.counts { writeCounts(to: &writer) }
            if isNight != old.isNight { writer.member("night", isNight) }
            if places != old.places { writePlaces(to: &writer) }
            if bridges != old.bridges { writeBridges(to: &writer) }
            if !rows.isEmpty { write(rows, to: &writer) }
        }
    }

    private func write(_ link: Link, to writer: inout JSONWriter) {
        writer.object("link") { writer in
            switch link {
            case .here: writer.member("state", "here")
            case .gone(let since, let words):
                writer.member("state", "gone")
                writer.member("since", since.timestamp)
                writer.member("words", words)
            }
        }
    }

    private func writeRadio(to writer: inout JSONWriter) {
        writer.object("radio") { writer in
            if let radio {
                writer.member("state", radio.state)
                writer.member("words", radio.words)
            }
        }
    }

    private func writePhones(to writer: inout JSONWriter) {
        writer.objects("phones", phones) { writer, phone in
            writer.member("phone", phone.name)
            writer.member("state", phone.state)
            writer.member("words", phone.words)
        }
    }

    private func writeCalls(_ clock: Duration, to writer: inout JSONWriter) {
        writer.objects("calls", calls) { writer, call in
            writer.member("id", call.call.id.description)
            if let who = call.who { writer.member("who", who) }
            if let app = call.app { writer.member("app", app) }
            if let phone = call.call.phone { writer.member("phone", phone) }
            writer.member("state", call.state)
            writer.member("since", call.call.since.timestamp)
            writer.key("seconds")
            writer.value(call.seconds(at: clock))
        }
    }

    private func writeCounts(to writer: inout JSONWriter) {
        writer.object("counts") { writer in
            writer.member("missed", counts.missed)
            writer.member("voicemail", counts.voicemail)
            writer.member("others", counts.others)
        }
    }

    private func write(_ changes: RowChanges, to writer: inout JSONWriter) {
        writer.object("rows") { writer in
            writer.values("gone", changes.gone.map(\.description))
            writer.objects("put", changes.put) { writer, put in
                writer.key("before")
                if let before = put.before {
                    writer.value(before.description)
                } else {
                    writer.null()
                }
                writer.key("row")
                write(put.row, to: &writer)
            }
        }
    }

    private func write(_ shown: Row, to writer: inout JSONWriter) {
        let row = shown.row
        writer.object { writer in
            writer.member("id", row.id.description)
            writer.member("time", row.time.timestamp)
            if let day = shown.day { writer.member("day", day) }
            writer.member("label", row.label)
            writer.member("look", row.look.rawValue)
            writer.member("who", row.who)
            if let app = row.app { writer.member("app", app) }
            if !row.text.isEmpty { writer.member("text", row.text) }
            if row.isCut { writer.member("cut", true) }
            writer.member("gone", row.isGone)
            if row.isMissed { writer.member("missed", true) }
            if let phone = row.phone { writer.member("phone", phone) }
            if let place = shown.place { writer.member("place", place) }
            if row.count > 1 { writer.member("count", row.count) }
        }
    }

    private func writeBridges(to writer: inout JSONWriter) {
        writer.objects("bridges", bridges) { writer, bridge in bridge.writeFields(to: &writer) }
    }

    private func writePlaces(to writer: inout JSONWriter) {
        writer.array("places") { writer in
            for shown in places {
                let place = shown.place
                writer.object { writer in
                    writer.member("name", place.name)
                    if let picture = place.picture { writer.member("picture", picture) }
                    writer.member("kind", place.kind == .beacon ? "region" : place.kind.rawValue)
                    writer.member("here", place.isHere)
                    writer.member("missing", place.isMissing)
                    writer.member("words", shown.words)
                    if !place.words.isEmpty { writer.member("said", place.words) }
                }
            }
        }
    }
}
