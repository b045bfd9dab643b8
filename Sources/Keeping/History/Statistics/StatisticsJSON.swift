internal import JSON
internal import Linux
internal import Notices

extension StatisticsFigures {
    /// Version of the object, documented in `Docs/reference/history-data.md`.
    static let dictionaryVersion = 1

    /// The figures as one line of JSON.
    package var json: [UInt8] {
        JSONWriter.line { writer in
            writer.member("v", Self.dictionaryVersion)
            if let from { writer.member("from", from.timestamp) }
            if let until { writer.member("until", until.timestamp) }
            writer.member("days", days.count)
            writer.member("notices", notices)
            if let medianNotices { writer.member("notices_per_day_median", rounded: medianNotices) }
            if let busiest {
                writer.object("busiest_day") { writer in
                    writer.member("date", busiest.day.description)
                    writer.member("notices", busiest.notices)
                }
            }
            writeCalls(to: &writer)
            writer.objects("per_day", days) { writer, day in
                writer.member("date", day.day.description)
                writer.member("notices", day.notices)
                writer.member("calls", day.calls)
                writer.member("missed", day.missed)
            }
            writer.array("heat") { writer in
                for hours in heat {
                    writer.array { writer in
                        for count in hours { writer.value(count) }
                    }
                }
            }
            writeNames(to: &writer)
            writeBeacons(to: &writer)
            writer.member("left_out", leftOut)
        }
    }

    private func writeCalls(to writer: inout JSONWriter) {
        writer.object("calls") { writer in
            writer.member("total", calls.total)
            writer.member("answered", calls.answered)
            writer.member("missed", calls.missed)
            writer.member("declined", calls.declined)
            writer.member("stopped", calls.stopped)
            if let ratio = calls.missedRatio { writer.member("missed_ratio", rounded: ratio) }
            if let medianRing { writer.member("ring_seconds_median", rounded: medianRing) }
            if let medianTalk {
                writer.member("talk_seconds_median", rounded: medianTalk)
                writer.member("talk_seconds", talked.components.seconds)
            }
        }
    }

    private func writeNames(to writer: inout JSONWriter) {
        writer.objects("callers", callers) { writer, caller in
            writer.member("title", caller.title.string)
            if let bytes = caller.title.hexadecimal { writer.member("title_bytes", bytes) }
            writer.member("calls", caller.calls)
            writer.member("missed", caller.missed)
        }
        writer.member("callers_shortfall", callersShortfall)
        writer.objects("apps", apps) { writer, app in
            writer.member("app_id", app.appID.string)
            if let bytes = app.appID.hexadecimal { writer.member("app_id_bytes", bytes) }
            if let name = app.name { writer.member("app", name.string) }
            writer.member("notices", app.notices)
        }
        writer.member("apps_shortfall", appsShortfall)
        writer.objects("categories", kinds) { writer, kind in
            writer.member("category", kind.category.name)
            writer.member("label", kind.category.label)
            writer.member("notices", kind.notices)
        }
        writer.objects("phones", phones) { writer, phone in
            writer.member("phone", phone.name)
            writer.member("notices", phone.notices)
            writer.member("connected_seconds", phone.connected.components.seconds)
            if let share = phone.share { writer.member("connected_ratio", rounded: share) }
        }
    }
}

extension StatisticsFigures {
    private func writeBeacons(to writer: inout JSONWriter) {
        writer.objects("people", people) { writer, person in
            writer.member("person", person.name)
            writer.member("home_seconds", person.home.components.seconds)
            if let share = person.share { writer.member("home_ratio", rounded: share) }
            writer.member("came_home", person.comings)
            writer.member("home", person.isHome)
            writer.member("since", person.since.timestamp)
        }
        writer.objects("things", things) { writer, thing in
            writer.member(thing.kind == "item" ? "item" : "region", thing.name)
            if let picture = thing.picture { writer.member("picture", picture) }
            writer.member("left", thing.left)
            writer.member("taps", thing.taps)
            if let isHere = thing.isHere { writer.member("here", isHere) }
            writer.member("zone", thing.zone.rawValue)
            writer.member("last_heard", thing.heard.timestamp)
        }
    }
}

extension Text {
    /// The exact bytes in hexadecimal; nil if the string represents them exactly.
    fileprivate var hexadecimal: String? {
        isValid ? nil : bytes.hexadecimal
    }
}

extension JSONWriter {
    /// Writes a number rounded to four decimals.
    fileprivate mutating func member(_ key: String, rounded value: Double) {
        self.key(key)
        self.value((value * 10_000).rounded() / 10_000)
    }
}
