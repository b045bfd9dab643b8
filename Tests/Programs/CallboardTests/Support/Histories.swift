import Foundation

extension ProgramTests {
    /// Runs a script in a folder of its own, where `h` is a history of these notices and `look` asks
    /// about it; clocks show the time of the middle of Europe.
    static func history(
        _ script: String, notices: [KeptNotice] = KeptNotice.some,
        environment: [String: String] = [:]
    ) async throws -> Child.Outcome {
        let variables = ["TZ": "CET-1CEST,M3.5.0,M10.5.0/3"].merging(environment) { _, own in own }
        return try await shell(
            prelude + historyPrelude + script, environment: variables,
            input: KeptNotice.lines(notices))
    }

    private static let historyPrelude = #"""
        "$0" history import scenario --history h 2> /dev/null || exit 98
        look() {
            command=$1
            shift
            "$0" "$command" --history "$dir/h" "$@"
        }
        # Searches it, and once more where the machine was too slow: a search has a limit of its own.
        search() {
            hits=0
            while
                "$0" search --history "$dir/h" "$@" > "$dir/hits" 2> "$dir/said"; hits=$?
                grep -q 'finds the rest' "$dir/said"
            do :; done
            cat "$dir/hits"; cat "$dir/said" >&2; return $hits
        }
        titles() { sed 's/.*"title":"\([^"]*\)".*/\1/' | tr '\n' ' '; echo; }
        # Runs a command on a terminal, and shows what came there.
        terminal() {
            export PROGRAM="$0" TERM="${TERM:-xterm-256color}"
            script --quiet --return --command "stty columns 80 rows 24; $1" /dev/null < /dev/null
        }

        """#
}

/// A notice as an export has it.
struct KeptNotice {
    /// Milliseconds since 1970.
    var time: Int64
    var title: String
    var message = ""
    var category = "social"
    var app = "Messages"
    var phone = "Mara's iPhone"
    var call: String?

    /// Six notices of four days in November 2026; 10:00 in UTC on the 3rd is the first.
    static let some = [
        KeptNotice(time: hour(3, 10), title: "Quince", message: "the marmalade is ready"),
        KeptNotice(
            time: hour(3, 22.5), title: "Rhubarb", category: "incoming_call", app: "Phone",
            call: #"{"state":"missed","ring_ms":12000}"#),
        KeptNotice(
            time: hour(4, 23.5), title: "Zoë Müller", message: "Grüße, call 0151 / 555-0134"),
        KeptNotice(
            time: hour(5, 8), title: "Tamarind", message: "no reply", category: "email",
            app: "Mail", phone: "Jonas' iPhone"),
        KeptNotice(
            time: hour(6, 9), title: "Rhubarb", category: "incoming_call", app: "Phone",
            call: #"{"state":"answered","ring_ms":4000}"#),
        KeptNotice(time: hour(6, 9.5), title: "上海", message: "日本語の通知 😂 =1+1"),
    ]

    /// Many notices, a minute apart.
    static func many(_ count: Int) -> [KeptNotice] {
        (0..<count).map { number in
            KeptNotice(time: hour(1, 0) + Int64(number) * 60_000, title: "Quince \(number)")
        }
    }

    static func hour(_ day: Int, _ hour: Double) -> Int64 {
        // The first of November 2026.
        1_793_491_200_000 + Int64(day - 1) * 86_400_000 + Int64(hour * 3_600_000)
    }

    /// The lines of an export.
    static func lines(_ notices: [KeptNotice]) -> String {
        (["{\"callboard_history\":1}"] + notices.map(\.line)).joined(separator: "\n") + "\n"
    }

    private var line: String {
        let call = call.map { #""call":\#($0),"# } ?? ""
        return #"{"id":"\#(id)","phone":"\#(phone)","bond":"\#(phone)","category":"\#(category)","#
            + #""flags":0,"uid":1,"app_id":"org.example.\#(app)","app":"\#(app)","title":"\#(title)","#
            + #""subtitle":"","message":"\#(message)","positive":"","negative":"","#
            + #""received":\#(time),\#(call)"life":[{"change":"added","at":\#(time)}]}"#
    }

    private var id: String {
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
        let value = UInt64(time) << 20
        return String((0..<13).reversed().map { alphabet[Int(value >> (5 * UInt64($0)) & 31)] })
    }
}
