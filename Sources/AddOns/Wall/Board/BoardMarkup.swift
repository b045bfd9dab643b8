import Board
import Control
import Formats
import JSON
import Linux
import Notices

/// HTML of the board, or of its changed parts.
struct BoardMarkup {
    private static let days = [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]

    private let picture: WallPicture
    private let frame: WallFrame
    private let now: WallTime
    private let clock: Duration

    init(_ picture: WallPicture, _ frame: WallFrame, at now: WallTime, _ clock: Duration) {
        self.picture = picture
        self.frame = frame
        self.now = now
        self.clock = clock
    }

    /// HTML of the whole board, for a client with these rights.
    func text(for rights: WallRights) -> String {
        var classes = "board"
        if picture.calls.contains(where: \.call.isRinging) { classes += " ringing" }
        if picture.link != .here { classes += " stale" }
        let may = [rights.mayAct ? "act" : nil, rights.searches ? "search" : nil]
        return """
            <div id="board" class="\(classes)" data-detail="\(frame.detail.rawValue)" \
            data-may="\(may.compactMap(\.self).joined(separator: " "))" \
            data-night="\(picture.isNight ? "yes" : "")">
            \(top)
            \(link)
            \(calls)
            <main id="day" class="day" aria-label="The day">\
            <p id="newer" class="newer" hidden><button type="button"></button></p>\(alerts)\(rows)</main>
            \(house)
            \(media)
            </div>
            """
    }

    /// The whole board as a message of the page's stream.
    func whole(for rights: WallRights) -> [UInt8] {
        JSONWriter.object { $0.member("board", text(for: rights)) }
    }

    /// Changed parts and rows as a message of the page's stream; nil if nothing has changed.
    func changes(since old: WallPicture) -> [UInt8]? {
        guard picture != old else { return nil }
        let rows = RowChanges(from: old.rows, to: picture.rows)
        return JSONWriter.object { writer in
            writer.member("time", now.timestamp)
            if picture.isNight != old.isNight { writer.member("night", picture.isNight) }
            writer.values("parts", parts(since: old))
            guard !rows.isEmpty else { return }
            writer.object("rows") { writer in
                writer.values("gone", rows.gone.map(\.description))
                writer.objects("put", rows.put) { writer, put in
                    writer.member("id", put.row.row.id.description)
                    if let before = put.before { writer.member("before", before.description) }
                    writer.member("row", RowMarkup(put.row).markup)
                }
            }
        }
    }

    private func parts(since old: WallPicture) -> [String] {
        var parts: [String] = []
        if picture.link != old.link { parts.append(link) }
        if picture.counts != old.counts { parts.append(counts) }
        if picture.phones != old.phones || picture.radio != old.radio { parts.append(phones) }
        if picture.calls != old.calls { parts.append(calls) }
        if picture.players != old.players { parts.append(media) }
        if picture.places != old.places { parts.append(alerts) }
        if picture.places != old.places || picture.bridges != old.bridges { parts.append(house) }
        return parts
    }

    /// Whether there are both ringing and answered calls.
    private var isMixed: Bool {
        Set(picture.calls.map(\.call.isRinging)).count == 2
    }

    private var top: String {
        let local = now.local
        let day = LocalDay(now)
        let date = "\(Self.days[day.weekday]) \(day.date.day) \(Self.months[day.date.month - 1])"
        return """
            <header class="top"><h1 id="name" class="name" dir="auto">\(Markup.escaped(frame.name))</h1>\
            <time id="clock" class="clock" datetime="\(now.timestamp)">\(local.shortClock)</time>\
            <p id="date" class="date">\(date)</p>\(counts)\(phones)</header>
            """
    }

    private var counts: String {
        let counts = picture.counts
        let kinds = [
            ("missed", counts.missed, "missed call", "missed calls"),
            ("voicemail", counts.voicemail, "voicemail", "voicemails"),
            ("others", counts.others, "other notification", "other notifications"),
        ]
        let items = kinds.filter { $0.1 > 0 }.map { name, count, one, many in
            let words = count == 1 ? one : many
            let said =
                name == "others" ? "" : " data-number=\"\(count)\" data-said=\"\(count) \(words)\""
            return "<li class=\"count\" data-id=\"\(name)\"\(said)>\(icon(name))<b>\(count)</b>"
                + "<span>\(words)</span></li>"
        }.joined()
        let missed = counts.missed > 0 ? "(\(counts.missed)) " : ""
        let title = Markup.escaped("\(missed)\(frame.name.shortened(to: 40)) · Callboard")
        return "<ul id=\"counts\" class=\"counts\" role=\"list\" aria-label=\"Counts\" "
            + "data-title=\"\(title)\">\(items)</ul>"
    }

    private var phones: String {
        var phones = picture.phones.map { ($0.name, $0.state, $0.name, $0.words) }
        let isListening = picture.radio?.state == RadioCondition.listening.rawValue
        if let radio = picture.radio, !isListening || phones.isEmpty {
            phones.append(("radio", isListening ? radio.state : "trouble", "Radio", radio.words))
        }
        let items = phones.map { id, state, name, words in
            "<li class=\"phone\" data-id=\"\(Markup.escaped(id))\" data-state=\"\(state)\">"
                + "<bdi>\(Markup.escaped(name))</bdi>"
                + "<span class=\"words\">\(Markup.escaped(words))</span></li>"
        }.joined()
        return
            "<ul id=\"phones\" class=\"phones\" role=\"list\" aria-label=\"Phones\">\(items)</ul>"
    }

    private var link: String {
        var (words, since, hidden) = ("", "", " hidden")
        if case .gone(let moment, let sentence) = picture.link {
            words = Markup.escaped(sentence)
            let isToday = LocalDay(moment) == LocalDay(now)
            let day = isToday ? "" : LocalDay(moment).dayAndMonth + " "
            since = "Since \(day)\(moment.local.shortClock)."
            hidden = ""
        }
        return
            "<div id=\"link\" class=\"link\"\(hidden)>\(icon("trouble"))<p><strong>\(words)</strong> "
            + "<span class=\"since\">\(since)</span></p></div>"
    }

    private var calls: String {
        "<section id=\"calls\" class=\"calls\(isMixed ? " mixed" : "")\" aria-label=\"Calls\" "
            + "tabindex=\"-1\">\(picture.calls.map(markup).joined())</section>"
    }

    private var media: String {
        "<section id=\"media\" class=\"media\" aria-label=\"Media players\">"
            + picture.players.map { PlayerMarkup($0, at: clock).markup }.joined() + "</section>"
    }

    private func markup(_ shown: WallPicture.Call) -> String {
        let call = shown.call
        let tenths = shown.seconds(at: clock)
        let length = BoardCall.length(seconds: Int(tenths))
        let kind = !call.isRinging ? "On the phone" : shown.who == nil ? "" : "Incoming call"
        let who = shown.who ?? (call.isRinging ? "Incoming call" : "A call")
        let app = Markup.escaped((shown.app ?? "").shortened(to: 100))
        func said(_ limit: Int) -> String {
            guard let who = shown.who else { return "Incoming call" }
            return Markup.escaped(who.shortened(to: limit)) + " is calling"
        }
        return """
            <article class="call" data-id="\(call.id)" data-state="\(shown.state)" \
            data-seconds="\(tenths)" data-title="\(said(80))" \
            data-said="\(said(200))\(app.isEmpty ? "" : ", \(app)")"><p class="head">\
            \(icon("call"))<span class="kind">\(kind)</span>\
            <span class="via"><bdi class="app-name">\(app)</bdi>\
            <bdi class="phone-name">\(Markup.escaped((call.phone ?? "").shortened(to: 100)))</bdi></span>\
            <span class="for" aria-hidden="true">\(length)</span></p>\
            <h2 class="caller" dir="auto"><span>\(Markup.escaped(who.shortened(to: 400)))</span></h2></article>
            """
    }

    private var alerts: String {
        let items = picture.places.map(\.place).filter { !$0.words.isEmpty }.map { place in
            "<li class=\"alert\" data-id=\"\(Markup.escaped(place.name))\" "
                + "data-said=\"\(Markup.escaped(place.words.shortened(to: 200)))\">\(sign(place)) "
                + "<bdi>\(Markup.escaped(place.words))</bdi></li>"
        }.joined()
        return
            "<ul id=\"alerts\" class=\"alerts\" role=\"list\" aria-label=\"Left behind\">\(items)</ul>"
    }

    private var rows: String {
        let isEmpty = picture.rows.isEmpty && frame.detail != .counts
        let days = picture.rows.contains { $0.day != nil } ? " days" : ""
        return
            "<p id=\"nothing\" class=\"nothing\"\(isEmpty ? "" : " hidden")>Nothing yet today.</p>"
            + "<ol id=\"rows\" class=\"rows\(days)\" role=\"list\" aria-label=\"Notifications, newest first\">"
            + picture.rows.map { RowMarkup($0).markup }.joined() + "</ol>"
    }

    private var house: String {
        let (places, bridges) = (picture.places, picture.bridges)
        let items = places.map { shown in
            let place = shown.place
            return
                "<li class=\"place\(place.isHere ? " here" : "")\(place.isMissing ? " missing" : "")\" "
                + "data-id=\"\(Markup.escaped(place.name))\">\(sign(place)) "
                + "<bdi>\(Markup.escaped(place.name))</bdi> "
                + "<span class=\"words\">\(Markup.escaped(shown.words))</span></li>"
        }.joined()
        let isEmpty = places.isEmpty && bridges.isEmpty
        // Text shown for the key of an action that is not allowed.
        let looks =
            bridges.isEmpty
            ? "This wall may only look. A link of sudo callboard wall link --act lets it answer, decline and clear."
            : "This wall shows many bridges: calls and notifications are answered and cleared elsewhere."
        return """
            <aside id="house" class="house\(isEmpty ? "" : " some")" aria-label="Items, residents, bridges" \
            data-looks="\(looks)">\
            <h2 class="\(places.isEmpty ? "empty" : "")">Items and residents</h2>\
            <ul id="places" class="places" role="list" aria-label="Items and residents">\(items)</ul>\
            <h2 class="\(bridges.isEmpty ? "empty" : "")">Bridges</h2>\
            <ul id="bridges" class="bridges" role="list" aria-label="Bridges">\
            \(bridges.map(markup).joined())</ul></aside>
            """
    }

    private func markup(_ bridge: FollowedBridge) -> String {
        let name = Markup.escaped(bridge.name)
        return
            "<li class=\"bridge\(bridge.isTrouble ? " trouble" : "")\" data-id=\"\(name)\">"
            + "<bdi>\(name)</bdi> <span class=\"words\">\(Markup.escaped(bridge.words))</span></li>"
    }

    private func sign(_ place: BeaconPlace) -> String {
        "<span class=\"picture\" aria-hidden=\"true\">\(Markup.escaped(place.picture ?? ""))</span>"
    }

    private func icon(_ name: String) -> String {
        "<svg class=\"icon\" aria-hidden=\"true\"><use href=\"#i-\(name)\"></use></svg>"
    }
}
