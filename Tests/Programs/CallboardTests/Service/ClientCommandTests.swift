import Expecting
import Foundation
import Support
import Testing

extension ProgramTests {
    /// The commands that ask a running bridge.
    struct ClientCommandTests {
        /// Waits until the call rings, and names the notices.
        private static let ringing = #"""
            start --scenario scenario -F json:a
            until_true 'grep -q ringing a'
            id() { sed -n "/$1/{s/.*\"id\":\"\([^\"]*\)\".*/\1/p;q}" a; }

            """#

        @Test func `a call is answered, and it is the phone that says so`() async throws {
            let outcome = try await ProgramTests.bridge(
                Self.ringing
                    + #"""
                    ask answer; echo $?; until_true 'grep -q answered a'
                    ask answer; echo $?
                    """#)
            expect(outcome.lines, is: ["answered: Rhubarb (Mara's iPhone)", "0", "1"])
            expect(outcome.errors, is: "callboard: no call rings\n")
        }

        @Test(arguments: [("ask answer", "0"), ("true", "1")])
        func `nobody misses a call that was taken`(act: String, missed: String) async throws {
            let scenario = TestScenario.phone(
                #"""
                {"at": 1, "add": {"name": "call", "category": "incoming_call", "title": "Rhubarb",
                    "app": "com.apple.mobilephone", "positive": "Answer", "negative": "Decline"}},
                {"at": 40, "remove": "call"},
                {"at": 40.1, "unless_acted": "call", "add": {"name": "missed", "title": "Rhubarb",
                    "app": "com.apple.mobilephone", "category": "missed_call"}},
                {"at": 40.2, "add": {"name": "end", "app": "com.apple.MobileSMS", "title": "end"}}
                """#)
            let outcome = try await ProgramTests.bridge(
                #"""
                # It rings for four seconds, and for longer where the machine was too slow to answer within them.
                for speed in 10 1 0.1; do
                    rm -f a; start --scenario scenario -F json:a --speed $speed
                    until_true 'grep -q ringing a'; if \#(act) > answer 2> late; then break; fi
                    end > /dev/null
                done
                until_true 'grep -q \"end\" a'; end; grep -c '"missed"' a
                """#, scenario: scenario)
            expect(outcome.lines, is: ["ended 143", missed], "\(outcome.errors)")
        }

        @Test func `a call is declined by its name, but never cleared`() async throws {
            let outcome = try await ProgramTests.bridge(
                Self.ringing
                    + #"""
                    ask clear $(id Rhubarb); echo $?
                    ask clear; until_true 'grep -q removed a'; ask clear; echo $?
                    ask decline $(id Rhubarb) --json | sed 's/"id":"[a-z0-9]*"/ID/'
                    until_true 'grep -q declined a'; grep -c '"declined":true' a
                    """#)
            expect(
                outcome.lines.prefix(4),
                is: [
                    "1", "cleared: Quince (Mara's iPhone)", "1",
                    #"{ID,"title":"Rhubarb","phone":"Mara's iPhone"}"#,
                ])
            #expect(outcome.lines.count == 5 && outcome.lines.last != "0")
            #expect(
                outcome.errors.split(separator: "\n").map(String.init) == [
                    "callboard: this is a call, which is not cleared; callboard decline turns it "
                        + "away",
                    "callboard: no notification can be cleared",
                ])
        }

        @Test func `a notice is cleared by its name, where the phone offers that`() async throws {
            let outcome = try await ProgramTests.bridge(
                Self.ringing
                    + #"""
                    ask clear $(id Quince); echo $?; until_true 'grep -q removed a'
                    ask clear $(id Quince); echo $?
                    ask clear $(id Tamarind); echo $?
                    ask answer $(id Tamarind); echo $?
                    ask clear 0000000000000; echo $?
                    ask clear me; echo $?
                    ask clear a b; echo $?
                    """#)
            expect(
                outcome.lines,
                is: [
                    "cleared: Quince (Mara's iPhone)", "0", "1", "1", "1", "1", "64", "64",
                ])
            let away = "callboard: no notification on any phone has this name; see callboard list"
            let refused = "callboard: the phone does not offer this for the notification"
            expect(
                outcome.errors.split(separator: "\n").map(String.init),
                is: [
                    away, refused, refused, away,
                    "callboard: ID must be the name of a notification or its end, 3 to 13 letters and "
                        + "digits, "
                        + "not 'me'",
                    "callboard: unexpected argument 'b'",
                ])
        }

        @Test(
            "a phone that does not do it is told, and that without a word of content",
            arguments: [
                (#""error": {"code": "0xa3"}"#, "the phone refused"),
                (#""mute": true"#, "the phone did not answer"),
            ])
        func refusal(behaviour: String, sentence: String) async throws {
            // Another phone tells when this one no longer does what it should.
            let scenario = #"""
                {"format": 1, "phones": [
                    {"name": "Mara's iPhone", "timeline": [
                        {"at": 0.1, "add": {"name": "call", "category": "incoming_call",
                            "app": "com.apple.mobilephone", "title": "Rhubarb", "positive": "Answer",
                            "negative": "Decline"}},
                        {"at": 2, "set": {\#(behaviour)}}]},
                    {"name": "Jonas' iPhone", "timeline": [
                        {"at": 2.5, "add": {"name": "mark", "app": "com.apple.news", "title": "Mark"}}]}]}
                """#
            let outcome = try await ProgramTests.bridge(
                #"""
                start --scenario scenario --speed 4 -F json:a
                until_true 'grep -q ringing a && grep -q Mark a'
                ask answer; echo $?; ask status | grep -c ready
                """#, scenario: scenario)
            expect(outcome.lines.first, is: "1")
            #expect(outcome.errors.hasPrefix("callboard: \(sentence)"), "\(outcome.errors)")
            #expect(outcome.keepsSecrets)
        }

        @Test func `what is there is listed with names by which it is shown and cleared`()
            async throws
        {
            let outcome = try await ProgramTests.bridge(
                Self.ringing
                    + #"""
                    until_true 'ask status | grep -q "3 notifications"'
                    ask list | sed 's/^[a-z0-9]*  [0-9:]*  //; s/ .*//'
                    handle() { ask list | sed -n "/$1/s/ .*//p"; }
                    ask show $(handle Quince) | grep -c 'the marmalade is ready'
                    ask show $(handle Quince) --json | grep -c '"title":"Quince"'
                    ask list -c mail -F json | grep -o '"title":"[^"]*"'
                    ask list --json -n 1 | grep -o '"event":"[^"]*"'
                    ask clear $(handle Quince); until_true 'grep -q removed a'
                    ask show $(id Quince) | grep -o 'removed from here'
                    ask list -c social; echo $?
                    ask show 000; echo $?; ask show 0; echo $?
                    """#)
            expect(
                outcome.lines,
                is: [
                    "CALL", "MAIL", "SOCIAL", "1", "1", #""title":"Tamarind""#,
                    #""event":"ringing""#, "cleared: Quince (Mara's iPhone)", "removed from here",
                    "0", "1", "64",
                ], "\(outcome)")
            #expect(
                outcome.errors == "callboard: there are no notifications\n"
                    + "callboard: no notification here has this name; see callboard list\n"
                    + "callboard: ID must be the name of a notification or its end, 3 to 13 letters and "
                    + "digits, "
                    + "not '0'; --text shows it as a text\n")
        }

        @Test func `all notices are cleared, of an app or at all, and no call`() async throws {
            let scenario = TestScenario.phone(
                (1...20).map { number in
                    #"{"at": 0.1, "add": {"name": "n\#(number)", "category": "social", "app": "#
                        + #""\#(number > 17 ? "com.apple.news" : "com.apple.MobileSMS")", "#
                        + #""title": "Quince \#(number)", "negative": "Clear"}}"#
                }.joined(separator: ",\n")
                    + #"""
                    , {"at": 0.2, "add": {"name": "plain", "category": "email",
                        "app": "com.apple.mobilemail", "title": "Tamarind"}},
                    {"at": 0.3, "add": {"name": "call", "category": "incoming_call",
                        "app": "com.apple.mobilephone", "title": "Rhubarb", "positive": "Answer",
                        "negative": "Decline"}}
                    """#)
            let outcome = try await ProgramTests.bridge(
                Self.ringing
                    + #"""
                    until_true 'ask status | grep -q "22 notifications"'
                    ask clear --app nobody; echo $?
                    ask clear --app com.apple.news | grep -c '^cleared: Quince'
                    ask clear --all < /dev/null; echo $?
                    ask clear --all $(id Tamarind); echo $?
                    ask clear --all --yes --json | grep -o '"id"' | wc -l
                    ask list | sed 's/^[a-z0-9]*  [0-9:]*  //; s/ .*//'
                    ask clear --all --yes; echo $?; grep -c declined a
                    """#, scenario: scenario)
            expect(
                outcome.lines, is: ["1", "3", "64", "64", "17", "CALL", "MAIL", "1", "0"],
                "\(outcome)")
            let nothing = "callboard: no notification can be cleared"
            expect(
                outcome.errors.split(separator: "\n").map(String.init),
                is: [
                    "callboard: the bridge knows no app 'nobody'",
                    "callboard: confirmation requires a terminal; add --yes",
                    "callboard: give only one of ID, --app and --all", nothing,
                ])
        }

        @Test func `the configuration is read again, or it is told what is wrong`() async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                start --scenario scenario -F null
                ask reload; echo $?
                printf '[radio]\ntext-length = 100\n' > conf; ask reload; echo $?
                echo '[' > conf; ask reload; echo $?
                end; ask reload; echo $?
                """#)
            #expect(
                outcome.lines == [
                    "the configuration was read again", "0",
                    "the configuration was read again; changes of text-length apply only once the "
                        + "bridge is restarted", "0", "78", "ended 143", "69",
                ], "\(outcome)")
            #expect(
                outcome.errors.hasPrefix("callboard: the configuration stays as it was: "),
                "\(outcome.errors)")
        }

        @Test func `a name of which the bridge knows nothing is told, with the nearest one`()
            async throws
        {
            let outcome = try await ProgramTests.bridge(
                #"""
                start --scenario scenario -F json:a; until_true 'grep -q marmalade a'
                printf '[control]\nsocket = %s/s\n' "$dir" > mine.conf
                "$0" apps --config mine.conf | sed -n 's/  .*//p' | head -n 1 > app
                "$0" list --config mine.conf -a "$(cat app)x"; echo $?
                "$0" list --config mine.conf -p Nobody --json; echo $?
                "$0" list --config mine.conf -p "maras iphone" > none; echo $?
                "$0" list --config mine.conf -p mraa > none; echo $?
                "$0" list --config mine.conf -a "$(cat app)" > there; echo $?
                "$0" status --config mine.conf | grep -c '^Radio'
                sed "s/$(cat app)/APP/g" errors
                end
                """#)
            expect(
                Array(outcome.lines.prefix(6)), is: ["1", "1", "1", "1", "0", "1"], "\(outcome)")
            #expect(
                outcome.errors.contains("callboard: the bridge knows no app '")
                    && outcome.errors.contains("; did you mean '"), "\(outcome.errors)")
            #expect(
                outcome.errors.contains("callboard: the bridge knows no phone 'Nobody'\n"),
                "\(outcome.errors)")
            #expect(
                outcome.errors.contains(
                    "no phone 'maras iphone'; did you mean 'Mara's iPhone'?\n"),
                "\(outcome.errors)")
            #expect(
                outcome.errors.contains("no phone 'mraa'\n"),
                "a bond cannot be listed: \(outcome.errors)")
        }

        @Test func `a tail of an app that was never heard of says so, and waits for it`()
            async throws
        {
            let outcome = try await ProgramTests.bridge(
                #"""
                start --scenario scenario -F json:a; until_true 'grep -q marmalade a'
                ask apps | sed -n 's/  .*//p' | head -n 1 > app
                ask tail --once -a "$(cat app)x" 2> told & watcher=$!
                until_true 'grep -q "knows no app .*; did you mean " told'
                kill -0 $watcher && echo waits; end; wait $watcher; echo $?
                """#)
            expect(outcome.lines.first, is: "waits", "\(outcome)")
        }

        @Test(arguments: ["status", "apps", "list", "tail --once"])
        func `a configuration that was named and is not there is named`(command: String)
            async throws
        {
            let outcome = try await ProgramTests.shell(
                #""$0" \#(command) --config /nonexistent/c; echo $?"#)
            expect(outcome.output, is: "66\n")
            #expect(outcome.errors.contains("/nonexistent/c cannot be read: "), "\(outcome.errors)")
        }

        @Test func `apps are listed although a rule leaves out whatever they send`() async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                printf '[rule all]\naction = drop\n' > conf
                start --scenario scenario -F null
                until_true 'ask status | grep -q "dropped 3"'
                ask apps | cut -d ' ' -f 1 | sort; end
                """#)
            expect(
                outcome.lines,
                is: [
                    "com.apple.MobileSMS", "com.apple.mobilemail", "com.apple.mobilephone",
                    "ended 143",
                ], "\(outcome.errors)")
        }

        @Test func `commands find the bridge where the environment or the configuration says`()
            async throws
        {
            let outcome = try await ProgramTests.bridge(
                #"""
                mkdir -p config/callboard
                printf '[control]\nsocket = %s\n' "$dir/s" > config/callboard/callboard.conf
                start --scenario scenario -F null
                export CALLBOARD_CONTROL_SOCKET="$dir/s"; "$0" status | grep -c ^Bridge
                unset CALLBOARD_CONTROL_SOCKET
                test $(id -u) = 0 || { export XDG_CONFIG_HOME="$dir/config"; "$0" status | grep -c ^Bridge; }
                end
                """#)
            expect(outcome.lines.first, is: "1")
            expect(outcome.lines.last, is: "ended 143")
        }

        @Test func `the status says everything but what notices say`() async throws {
            let outcome = try await ProgramTests.bridge(
                Self.ringing + "ask status; ask status --json; end")
            for name in ["Bridge", "Radio", "Phone", "Output", "Control", "Rules", "Newest"] {
                #expect(outcome.lines.contains { $0.hasPrefix("\(name) ") }, "\(name)")
            }
            for secret in TestScenario.secrets { #expect(!outcome.output.contains(secret)) }
            let line = try #require(outcome.lines.first { $0.hasPrefix("{") })
            let status = try #require(
                JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let phones = status["phones"] as? [[String: Any]]
            #expect(phones?.first?["state"] as? String == "ready")
            #expect(phones?.first?["notices"] as? Int == 3)
            #expect((status["rules"] as? [String: Any])?["shown"] as? Int == 3)
            #expect(status["events"] as? Int == 5)
            #expect((status["radio"] as? [String: Any])?["state"] as? String == "simulated")
            expect(outcome.lines.last, is: "ended 143")
        }

        @Test func `apps are listed for people and for programs`() async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                start --scenario scenario -F json:a
                ask apps > /dev/null; until_true 'ask apps | grep -q Messages'
                until_true 'ask apps | grep -q mobilephone'
                ask apps | sort; ask apps --json | grep -o '"app_id"' | wc -l
                """#)
            #expect(outcome.lines.contains("com.apple.MobileSMS    Messages"))
            expect(outcome.lines.last, is: "3")
        }

        @Test(arguments: [
            "status", "status --json", "apps", "tail", "answer", "decline 0000000000000", "clear",
            "clear --all", "list", "show f6y", "show 'Tea is ready'", "show --clear", "reload",
            "status -F json",
        ])
        func `without a bridge a command says how to start one`(words: String) async throws {
            let outcome = try await ProgramTests.bridge(#""$0" \#(words) --socket s; echo $?"#)
            expect(outcome.output, is: "69\n")
            #expect(
                outcome.errors
                    == "callboard: no bridge is running at s: callboard run --socket s starts one there\n"
            )
        }

        @Test func `what is no bridge is not taken for one`() async throws {
            let outcome = try await ProgramTests.bridge(
                #""$0" status --socket conf; echo $?; "$0" status --socket /; echo $?"#)
            expect(outcome.output, is: "69\n69\n")
            expect(outcome.errors.split(separator: "\n").count, is: 2)
        }

        @Test func `simulated phones are neither paired nor forgotten`() async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                start -F null --scenario scenario
                for command in phones 'forget Mara' pair; do
                    "$0" $command --socket s; echo $?
                done
                """#)
            expect(outcome.output, is: "1\n1\n1\n")
            let sentence =
                "callboard: the phones of this bridge are simulated: none is paired, and none "
                + "can be paired or forgotten\n"
            expect(outcome.errors, is: sentence + sentence + sentence)
        }
    }
}

extension ProgramTests {
    /// `Docs/reference/control.md` names every member of the status.
    struct StatusDocumentTests {
        private static func keys(_ value: Any) -> Set<String> {
            if let object = value as? [String: Any] {
                return object.values.reduce(into: Set(object.keys)) { $0.formUnion(keys($1)) }
            }
            let list = value as? [Any] ?? []
            return list.reduce(into: []) { $0.formUnion(keys($1)) }
        }

        @Test(arguments: ["status --json", "apps --json", "answer --json"])
        func `every member is explained`(command: String) async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                start --scenario scenario -F json:a
                until_true 'grep -q ringing a'
                echo '[' > conf; kill -HUP $bridge; until_true 'ask status --json | grep -q problem'
                ask \#(command)
                """#)
            let value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
            let document = try Checkout.text("Docs/reference/control.md")
            let keys = Self.keys(value)
            #expect(keys.count > 2)
            for key in keys { #expect(document.contains("`\(key)`"), "\(key)") }
        }
    }
}
