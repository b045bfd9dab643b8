import Expecting
import Foundation
import Support
import Testing

extension ProgramTests {
    /// Recipes of `Docs/how-to/recipes.md`, with stand-ins of the programs that they start.
    struct RecipesTests {
        private static let document = (try? Checkout.text("Docs/how-to/recipes.md")) ?? ""

        /// A code block, with its heading and its language.
        private struct Block {
            let heading: String
            let language: String
            let code: String
        }

        private static let blocks: [Block] = document.components(separatedBy: "\n## ").dropFirst()
            .flatMap { section -> [Block] in
                let heading = String(section.prefix { $0 != "\n" })
                return section.components(separatedBy: "\n```").enumerated().filter {
                    $0.offset % 2 == 1
                }.map { _, block in
                    let language = String(block.prefix { $0 != "\n" })
                    return Block(
                        heading: heading, language: language,
                        code: String(block.dropFirst(language.count + 1)) + "\n")
                }
            }

        /// The code in this language below the heading with this word.
        private static func recipe(_ word: String, _ language: String = "sh") throws -> String {
            let found = blocks.filter { $0.heading.contains(word) && $0.language == language }
            expect(found.count, is: 1, "\(word)")
            return try #require(found.first).code
        }

        /// Words for scripts: `stand_in` makes a program that notes its arguments, `listener` one that also notes its
        /// input, and `cook` runs the recipe beside a bridge until a condition holds.
        private static let kitchen = #"""
            mkdir bin
            export PROGRAM="$0" NOTES="$dir" CALLBOARD_CONTROL_SOCKET="$dir/s" PATH="$dir/bin:$PATH"
            export CALLBOARD_HISTORY_FOLDER="$dir/h"
            printf %s "$RECIPE" > recipe
            program() { cat > "bin/$1"; chmod +x "bin/$1"; }
            # Ends with the bridge, so that the recipe does.
            program callboard << 'END'
            #!/bin/sh
            if [ "$1" = tail ]; then set -- "$@" --once; fi
            exec "$PROGRAM" "$@"
            END
            stand_in() {
                program "$1" << 'END'
            #!/bin/sh
            { printf '[%s]' "$@"; echo; } > "$NOTES/args.$$" && cat "$NOTES/args.$$" >> "$NOTES/${0##*/}.args"
            END
            }
            listener() {
                program "$1" << 'END'
            #!/bin/sh
            { cat; echo; } > "$NOTES/input.$$" && cat "$NOTES/input.$$" >> "$NOTES/${0##*/}.input"
            printf '[%s]\n' "$*" >> "$NOTES/${0##*/}.args"
            END
            }
            cook() {
                start --scenario scenario -F null
                setsid sh recipe > said 2>&1 & others=$!
                until_true "$1"
                end > ended; wait $others
                # What a recipe has left running.
                kill -s KILL -- "-$others" 2> /dev/null
                grep -v 'the bridge has stopped' said >&2
            }

            """#

        /// The caller, whose name does harm where it is taken for anything but data.
        private static let caller = #"@passwd $(touch harm) `touch harm` "Quince" <b>"#

        /// Calls that are missed, one after the other for about as long as tests wait.
        private static var calls: String {
            let name = caller.replacing("\"", with: "\\\"")
            let call = #""app": "com.apple.mobilephone", "title": "\#(name)""#
            return TestScenario.phone(
                moments.enumerated().map { number, time in
                    #"""
                    {"at": \#(time + 0.1), "add": {"name": "c\#(number)", "category": "incoming_call",
                        \#(call), "positive": "Answer", "negative": "Decline"}},
                    {"at": \#(time + 0.2), "remove": "c\#(number)"},
                    {"at": \#(time + 0.25), "add": {"name": "m\#(number)", "category": "missed_call", \#(call)}},
                    {"at": \#(time + 0.4), "remove": "m\#(number)"}
                    """#
                }.joined(separator: ",\n"))
        }

        /// Codes that come again and again.
        private static var codes: String {
            TestScenario.phone(
                moments.enumerated().map { number, time in
                    #"{"at": \#(time), "add": {"name": "n\#(number)", "category": "social", "#
                        + #""app": "com.apple.MobileSMS", "title": "Bank", "#
                        + #""message": "Your verification code is 482913."}}"#
                }.joined(separator: ",\n"))
        }

        /// Two moments a second at first, and then one.
        private static let moments: [Double] = (1...330).map { (number: Int) -> Double in
            number < 60 ? Double(number) / 2 : Double(number - 30)
        }

        private static func cook(
            _ recipe: String, _ script: String, scenario: String = RecipesTests.calls
        ) async throws -> Child.Outcome {
            try await ProgramTests.bridge(
                kitchen + script, scenario: scenario, environment: ["RECIPE": recipe])
        }

        @Test func `every block of the page is tested in this file`() {
            let tested = [
                "sh": [
                    "Blink", "push", "Speak", "CSV", "codes", "Back up", "Pause", "Mute", "Grafana",
                ],
                "json": ["Waybar"], "ini": ["CSV", "ESPHome", "quiet hours"],
                "yaml": ["ESPHome", "Grafana"], "systemd": ["service"],
            ]
            for (language, words) in tested {
                expect(
                    Self.blocks.filter { $0.language == language }.count, is: words.count,
                    "\(language)")
                for word in words {
                    let found = Self.blocks.filter {
                        $0.language == language && $0.heading.contains(word)
                    }
                    expect(found.count, is: 1, "\(language) of \(word)")
                }
            }
            expect(Self.blocks.count, is: tested.values.map(\.count).reduce(0, +))
        }

        @Test func `a lamp blinks while it rings, and is off afterwards`() async throws {
            let outcome = try await Self.cook(
                Self.recipe("Blink"),
                #"""
                stand_in mosquitto_pub
                cook 'grep -q TOGGLE mosquitto_pub.args && grep -q OFF mosquitto_pub.args'
                sort -u mosquitto_pub.args
                """#)
            expect(
                outcome.lines,
                is: ["OFF", "TOGGLE"].map {
                    #"[-h][broker.lan][-t][zigbee2mqtt/hall/set][-m][{"state":"\#($0)"}]"#
                }, "\(outcome.errors)")
            expect(outcome.errors, is: "")
        }

        @Test func `a missed call is pushed with the caller's name and nothing else`() async throws
        {
            let outcome = try await Self.cook(
                Self.recipe("push"),
                #"""
                stand_in curl
                cook 'test -s curl.args'; sort -u curl.args; ls | grep harm
                """#)
            expect(
                outcome.lines,
                is: [
                    "[-sS][-H][Title: Missed call][--data-raw][\(Self.caller)][https://ntfy.sh/YOUR-TOPIC]"
                ], "\(outcome.errors)")
        }

        @Test func `the caller is spoken`() async throws {
            let outcome = try await Self.cook(
                Self.recipe("Speak"),
                #"""
                listener espeak-ng
                cook 'test -s espeak-ng.args'
                sort -u espeak-ng.args; sort -u espeak-ng.input | grep .; ls | grep harm
                """#)
            expect(
                outcome.lines, is: ["[--stdin]", "\(Self.caller) is calling"], "\(outcome.errors)")
        }

        @Test func `a code is copied as it is typed`() async throws {
            let outcome = try await Self.cook(
                Self.recipe("codes"),
                #"""
                listener wl-copy
                cook 'test -s wl-copy.args'; sort -u wl-copy.args wl-copy.input
                """#, scenario: Self.codes)
            expect(outcome.lines, is: ["482913", "[]"], "\(outcome.errors)")
        }

        @Test func `music is paused when it rings`() async throws {
            let outcome = try await Self.cook(
                Self.recipe("Pause"),
                #"""
                stand_in playerctl
                cook 'test -s playerctl.args'; sort -u playerctl.args
                """#)
            expect(outcome.lines, is: ["[--all-players][pause]"], "\(outcome.errors)")
        }

        @Test func `music goes on when a call is silent`() async throws {
            let silent = Self.calls.replacing(
                #""category": "incoming_call","#,
                with: #""category": "incoming_call", "flags": ["silent"],"#)
            let outcome = try await Self.cook(
                Self.recipe("Pause"),
                #"""
                stand_in playerctl
                # A watcher, which connects after the recipe, has seen a call.
                watch() {
                    "$PROGRAM" tail --socket s -F json > seen & watcher=$!
                    until_true 'grep -q ringing seen'; kill $watcher
                }
                cook 'ask status | grep -q "clients: 2" && watch'; ls | grep playerctl.args
                """#, scenario: silent)
            expect(outcome.lines, is: [], "\(outcome.errors)")
        }

        @Test func `an app is muted, listed and shown again`() async throws {
            let outcome = try await Self.cook(
                Self.recipe("Mute"),
                #"""
                start --scenario scenario -F null
                until_true 'ask apps | grep -q Messages'
                sh -e recipe | sed 's/[0-9][0-9:]*/N/g'; end
                """#, scenario: TestScenario.ring)
            expect(outcome.errors, is: "")
            expect(outcome.lines.count, is: 4, "\(outcome.lines)")
            expect(outcome.lines.first, is: "Messages is muted until N")
            #expect(outcome.lines.dropFirst().first?.hasPrefix("Messages until N") == true)
            #expect(outcome.lines.dropFirst(2).first?.hasPrefix("Messages is shown again") == true)
        }

        @Test func `a bar shows the number of missed calls, and their callers as plain text`()
            async throws
        {
            let object = try #require(
                JSONSerialization.jsonObject(
                    with: Data(Self.recipe("Waybar", "json").utf8)) as? [String: [String: Any]])
            let module = try #require(object["custom/callboard"])
            expect(module["return-type"] as? String, is: "json")
            let missed = TestScenario.phone(
                #"{"at": 0.1, "add": {"name": "m", "category": "missed_call", "#
                    + #""app": "com.apple.mobilephone", "title": "A & <b>"}}"#)
            let outcome = try await Self.cook(
                try #require(module["exec"] as? String),
                #"""
                start --scenario scenario -F null
                until_true 'ask list | grep -q MISSED'
                sh recipe; end > ended; sh recipe 2> said
                """#, scenario: missed)
            expect(
                outcome.lines,
                is: [
                    #"{"text":"1","tooltip":"A &amp; &lt;b&gt;"}"#, #"{"text":"0","tooltip":""}"#,
                ],
                "\(outcome.errors)")
        }

        @Test func `a token for metrics is kept in a file`() async throws {
            let outcome = try await Self.cook(
                Self.recipe("Grafana"),
                #"""
                program sudo << 'END'
                #!/bin/sh
                printf '%s\n' "$*" >> "$NOTES/sudo.args"
                case $1 in
                callboard) echo 'http://hall.local:8437/?token=1txnu90snpowv26et2wzdw7yt' ;;
                install) cat > "$NOTES/token" ;;
                esac
                END
                sh -e recipe; sort sudo.args; cat token
                """#)
            expect(
                outcome.lines,
                is: [
                    "callboard wall link --lasting --detail counts --name prometheus",
                    "install -o prometheus -m 0400 /dev/stdin /etc/prometheus/callboard.token",
                    "1txnu90snpowv26et2wzdw7yt",
                ], "\(outcome.errors)")
            #expect(try Self.recipe("Grafana", "yaml").contains("/etc/prometheus/callboard.token"))
        }

        @Test func `a backup can be read, is private, and replaces old ones`() async throws {
            let recipe = try Self.recipe("Back up").replacing(
                "/var/backups/callboard", with: "backups")
            let outcome = try await ProgramTests.history(
                Self.kitchen
                    + #"""
                    mkdir backups; touch -d '40 days ago' backups/old.jsonl
                    touch -d '20 days ago' backups/kept.jsonl
                    sh recipe
                    for file in backups/20*.jsonl; do stat -c %a "$file"; done
                    "$0" history import --history other backups/20*.jsonl 2>&1 | grep -o 'imported: .*'
                    ls backups | sed 's/[0-9]/N/g'
                    """#, environment: ["RECIPE": recipe])
            expect(
                outcome.lines, is: ["600", "imported: 6", "NNNN-NN-NN.jsonl", "kept.jsonl"],
                "\(outcome.errors)")
        }

        @Test func `all calls are written for a spreadsheet`() async throws {
            // The calls of the history are of November 2026.
            let recipe = try Self.recipe("CSV").replacing("'last month'", with: "2026-11-01")
            let outcome = try await ProgramTests.history(
                Self.kitchen + "sh recipe; cut -d , -f 1,11 calls.csv",
                environment: ["RECIPE": recipe])
            expect(outcome.lines, is: ["v,title", "1,Rhubarb", "1,Rhubarb"], "\(outcome.errors)")
        }

        @Test(arguments: ["CSV", "ESPHome", "quiet hours"])
        func `a configuration is accepted`(of word: String) async throws {
            let outcome = try await ProgramTests.shell(
                #"d=$(mktemp -d) && cd "$d" && cat > c && "$0" config check --config c; rm -r "$d""#,
                input: try Self.recipe(word, "ini"))
            expect(outcome.output, is: "c is in order\n", "\(outcome.errors)")
        }

        @Test func `a bridge writes its log as the configuration says`() async throws {
            let outcome = try await Self.cook(
                Self.recipe("CSV", "ini"),
                #"""
                sed "s:/var/lib/callboard/:$dir/:" recipe > conf
                start --scenario scenario
                until_true 'grep -q Rhubarb log.csv'
                end > ended; head -n 1 log.csv | cut -d , -f 1-3; cut -d , -f 2,11 log.csv | grep -c ringing,Rhubarb
                """#, scenario: TestScenario.ring)
            expect(outcome.lines.suffix(2), is: ["v,event,at", "1"], "\(outcome.errors)")
        }

        @Test func `a picture is fetched by parameters that the wall takes`() throws {
            let recipe = try Self.recipe("ESPHome", "yaml")
            #expect(
                recipe.contains(
                    "url: http://hall.local:8437/board.png?size=800x480&colours=mono&token=TOKEN\n")
            )
        }

        @Test func `a unit runs the script of its name, and again after its end`() throws {
            let lines = try Self.recipe("service", "systemd").split(separator: "\n")
            #expect(lines.contains("ExecStart=/bin/sh %h/.config/callboard/%i.sh"))
            #expect(lines.contains("Restart=always") && lines.contains("WantedBy=default.target"))
        }
    }
}
