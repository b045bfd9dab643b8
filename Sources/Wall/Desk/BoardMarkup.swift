import Board
import Contract
import Following
import Formats
import JSON
import Linux
import Notices

/// The board as markup, with the very elements that the page's script goes on with.
struct BoardMarkup {
    /// Characters of a text that a row shows before somebody opens it.
    private static let textLimit = 600
    private static let whoLimit = 160
    private static let callerLimit = 400
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

    /// All of it.
    var text: String {
        var classes = "board"
        if picture.calls.contains(where: \.call.isRinging) { classes += " ringing" }
        if picture.link != .here { classes += " stale" }
        return """
            <div id="board" class="\(classes)" data-detail="\(frame.detail.rawValue)">
            \(top)
            \(link)
            <section id="calls" class="calls\(isMixed ? " mixed" : "")" aria-label="Calls">\
            \(picture.calls.map(markup).joined())</section>
            <main id="day" class="day" aria-label="The day">\
            <ul id="alerts" class="alerts" role="list" aria-label="Left behind">\(alerts)</ul>\
            \(rows)</main>
            \(house)
            </div>
            """
    }

    /// Whether a call goes on beside one that rings.
    private var isMixed: Bool {
        Set(picture.calls.map(\.call.isRinging)).count == 2
    }

    private var top: String {
        let local = now.local
        let day = LocalDay(now)
        let date = "\(Self.days[day.weekday]) \(day.date.day) \(Self.months[day.date.month - 1])"
        return """
            <header class="top"><h1 class="name" dir="auto">\(Markup.escaped(frame.name))</h1>\
            <time id="clock" class="clock">\(local.shortClock)</time><p id="date" class="date">\(date)</p>\
            <ul id="counts" class="counts" role="list" aria-label="Counts">\(counts)</ul>\
            <ul id="phones" class="phones" role="list" aria-label="Phones">\(phones)</ul></header>
            """
    }

    private var counts: String {
        let counts = picture.counts
        let kinds = [
            ("missed", counts.missed, "missed call", "missed calls"),
            ("voicemail", counts.voicemail, "voicemail", "voicemails"),
            ("others", counts.others, "other notice", "other notices"),
        ]
        return kinds.filter { $0.1 > 0 }.map { name, count, one, many in
            "<li class=\"count\" data-id=\"\(name)\">\(icon(name))<b>\(count)</b>"
                + "<span>\(count == 1 ? one : many)</span></li>"
        }.joined()
    }

    private var phones: String {
        var phones = picture.phones.map { ($0.name, $0.state, $0.name, $0.words) }
        let isListening = picture.radio?.state == RadioCondition.listening.rawValue
        if let radio = picture.radio, !isListening || phones.isEmpty {
            phones.append(("radio", isListening ? radio.state : "trouble", "Radio", radio.words))
        }
        return phones.map { id, state, name, words in
            "<li class=\"phone\" data-id=\"\(Markup.escaped(id))\" data-state=\"\(state)\">"
                + "<bdi>\(Markup.escaped(name))</bdi><span class=\"words\">\(words)</span></li>"
        }.joined()
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

    private func markup(_ shown: WallPicture.Call) -> String {
        let call = shown.call
        let seconds = Int(max(.zero, clock - call.began).milliseconds / 1_000)
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
        let length =
            (hours > 0 ? "\(hours):\(minutes.padded(to: 2))" : "\(minutes)")
            + ":\((seconds % 60).padded(to: 2))"
        let kind = !call.isRinging ? "On the phone" : shown.who == nil ? "" : "Incoming call"
        let who = shown.who ?? (call.isRinging ? "Incoming call" : "A call")
        return """
            <article class="call" data-id="\(call.id)" data-state="\(shown.state)"><p class="head">\
            \(icon("call"))<span class="kind">\(kind)</span>\
            <span class="via"><bdi class="app-name">\(short(shown.app ?? "", 100))</bdi>\
            <bdi class="phone-name">\(short(call.phone ?? "", 100))</bdi></span>\
            <span class="for" aria-hidden="true">\(length)</span></p>\
            <h2 class="caller" dir="auto"><span>\(short(who, Self.callerLimit))</span></h2></article>
            """
    }

    private var alerts: String {
        picture.places.map(\.place).filter { !$0.words.isEmpty }.map { place in
            "<li class=\"alert\" data-id=\"\(Markup.escaped(place.name))\">\(sign(place)) "
                + "<bdi>\(Markup.escaped(place.words))</bdi></li>"
        }.joined()
    }

    private var rows: String {
        let isEmpty = picture.rows.isEmpty && frame.detail != .counts
        let days = picture.rows.contains { $0.day != nil } ? " days" : ""
        return
            "<p id=\"nothing\" class=\"nothing\"\(isEmpty ? "" : " hidden")>Nothing yet today.</p>"
            + "<ol id=\"rows\" class=\"rows\(days)\" role=\"list\" aria-label=\"Notices, the newest first\">"
            + picture.rows.map(markup).joined() + "</ol>"
    }

    private func markup(_ shown: WallPicture.Row) -> String {
        let row = shown.row
        let state = row.isGone ? " (no longer on the phone)" : ""
        return """
            <li class="row\(row.isGone ? " gone" : "")\(row.isMissed ? " missed" : "")" data-id="\(row.id)" \
            data-look="\(row.look.word)"><details><summary><span class="line">\
            <time class="when" datetime="\(row.time.timestamp)"><span class="day-name">\(shown.day ?? "")</span> \
            <span class="hour">\(row.time.local.shortClock)</span></time> \
            <span class="label">\(row.label)</span> <span class="who"><bdi>\(short(row.who, Self.whoLimit))</bdi> \
            <span class="times">\(row.count > 1 ? "×\(row.count)" : "")</span></span> \
            <span class="app" dir="auto">\(short(shown.place ?? row.app ?? "", 80))</span> \
            <span class="text" dir="auto">\(short(row.text, Self.textLimit))</span>\
            <span class="state hidden">\(state)</span></span></summary></details></li>
            """
    }

    private var house: String {
        let (places, bridges) = (picture.places, picture.bridges)
        let items = places.map { shown in
            let place = shown.place
            return
                "<li class=\"place\(place.isHere ? " here" : "")\(place.isMissing ? " missing" : "")\" "
                + "data-id=\"\(Markup.escaped(place.name))\">\(sign(place)) "
                + "<bdi>\(Markup.escaped(place.name))</bdi> <span class=\"words\">\(shown.words)</span></li>"
        }.joined()
        let isEmpty = places.isEmpty && bridges.isEmpty
        return """
            <aside id="house" class="house\(isEmpty ? "" : " some")" aria-label="Things, persons, bridges">\
            <h2 class="\(places.isEmpty ? "empty" : "")">Things and persons</h2>\
            <ul id="places" class="places" role="list" aria-label="Things and persons">\(items)</ul>\
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

    private func short(_ text: String, _ limit: Int) -> String {
        let scalars = text.unicodeScalars
        let beginning = scalars.prefix(limit)
        return Markup.escaped(
            String(beginning) + (beginning.endIndex < scalars.endIndex ? "…" : ""))
    }
}
