import Expecting
import Foundation
import Testing

extension ProgramTests {
    /// The board on terminals of tmux, as a person would see it.
    struct TerminalBoardTests {
        private static let sizes = ["20x4", "40x12", "80x24", "132x43", "200x60"]

        /// A call that rings through a flood of a thousand, and one notice after that.
        private static let flood = TestScenario.phone(
            #"""
            {"at": 0.1, "add": {"name": "call", "category": "incoming_call",
                "app": "com.apple.mobilephone", "title": "Zoë Müller", "positive": "Answer",
                "negative": "Decline"}},
            {"at": 0.2, "add": {"name": "wave", "count": 1000, "category": "social",
                "app": "com.apple.MobileSMS", "title": "Wave", "message": "one of very many"}},
            {"at": 0.3, "add": {"name": "voice", "category": "voicemail",
                "app": "com.apple.mobilephone", "title": "松本 さくら", "message": "Voicemail"}},
            {"at": 8, "add": {"name": "last", "category": "email", "app": "com.apple.mobilemail",
                "title": "Print Shop", "subtitle": "Your posters", "message": "12,50 €"}}
            """#)

        @Test func `a call rings through a flood on five terminals, and the last state stays`()
            async throws
        {
            let outcome = try await ProgramTests.bridge(
                #"""
                export LC_ALL=C.UTF-8
                mux() { tmux -u -S "$dir/mux" -f /dev/null "$@"; }
                trap 'mux kill-server 2> /dev/null; kill -9 $bridge 2> /dev/null; cd /; rm -rf "$dir"' EXIT
                sizes="\#(Self.sizes.joined(separator: " "))"
                for size in $sizes; do
                    mux new-session -d -s "s$size" -x "${size%x*}" -y "${size#*x}" \
                        "tty > tty$size; exec sleep 1000" \; set -g status off
                    until_true "test -s tty$size"
                    printf '[console %s]\ndevice = %s\n' $size "$(cat tty$size)" >> conf
                done
                start --scenario scenario -F null
                until_true 'ask status | grep -q "1003 notifications"'
                # Times and ages as if at midnight.
                show() { mux capture-pane -p -t "s$1" | sed -E 's/[0-9]{1,2}:[0-9]{2}/00:00/g'; }
                for size in $sizes; do
                    tries=0
                    until show "$size" > shown && cmp -s shown "$screens/flood-$size.txt"; do
                        if test $tries = ${PICTURES:-$((patience * 20))}; then break; fi
                        sleep 0.05; tries=$((tries + 1))
                    done
                    echo "== $size"
                    cat shown
                done
                end > /dev/null
                for size in $sizes; do
                    mux capture-pane -p -t "s$size" | grep -q . && echo "$size is not given back"
                done
                cat errors
                """#, scenario: Self.flood, environment: ["screens": ExpectedScreen.folder.path])
            let screens = Self.screens(in: outcome)
            expect(screens.keys.sorted(), is: Self.sizes.sorted(), "\(outcome)")
            for (size, screen) in screens { try ExpectedScreen("flood-\(size)").compare(screen) }
        }

        /// What each terminal showed.
        private static func screens(in outcome: Child.Outcome) -> [String: String] {
            var screens: [String: String] = [:]
            var size = ""
            let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
            for line in lines.dropLast() {
                if line.hasPrefix("== ") {
                    size = String(line.dropFirst(3))
                } else {
                    screens[size, default: ""] += line + "\n"
                }
            }
            return screens
        }
    }
}

/// A screen that a file beside the tests holds.
struct ExpectedScreen {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Screens")

    private let url: URL

    init(_ name: String) {
        url = Self.folder.appending(path: "\(name).txt")
    }

    /// Compares, or with `CALLBOARD_DRAW_PICTURES` makes what there is what is expected.
    func compare(_ screen: String) throws {
        if ProcessInfo.processInfo.environment["CALLBOARD_DRAW_PICTURES"] != nil {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            return try screen.write(to: url, atomically: true, encoding: .utf8)
        }
        let expected = try String(contentsOf: url, encoding: .utf8)
        expect(screen, is: expected, "\(url.lastPathComponent)")
    }
}
