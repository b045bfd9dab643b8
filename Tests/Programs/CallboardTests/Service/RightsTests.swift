import Expecting
import Foundation
import Testing

extension ProgramTests {
    /// What clients of several users learn of what a phone has sent: never more than their rights give.
    @Suite(.enabled(if: getuid() == 0, "only root can ask as other users"))
    struct RightsTests {
        private static let scenario = #"""
            {"format": 1, "phones": [{"name": "Mara's iPhone", "apps": {"org.example.loquat": "Papaya"},
                "timeline": [{"at": 0.1, "add": {"name": "n", "category": "social",
                    "app": "org.example.loquat", "title": "Quince", "subtitle": "Tamarind",
                    "message": "marmalade, verification code 482913",
                    "positive": "Rhubarb", "negative": "Grape"}}]}]}
            """#

        /// What only notices, phones and the configuration have.
        private static let words = [
            "Quince", "Tamarind", "marmalade", "482913", "Rhubarb", "Grape", "loquat", "Papaya",
            "Mara", "Secret",
        ]

        /// Every request with the numbers of groups in which the client is, then the words that are in the answer.
        ///
        /// Group 12 may read, 13 act, 34 look back and hand over; the user has no other right.
        private static let script = #"""
            chmod 755 "$dir"
            group() { getent group | awk -F: -v n="$1" '$3 == n { print $1 }'; }
            printf '[control]\nread-group = %s\nact-group = %s\nlook-back-group = %s\n%s\n' \
                "$(group 12)" "$(group 13)" "$(group 34)" "hand-over-group = $(group 34)" > conf
            start --scenario scenario --history "$dir/h" --state "$dir/state" -F json:a
            until_true 'grep -q marmalade a'; settle
            words='\#(words.joined(separator: " "))'
            request() {
                rm -f out; printf '%s\n' "$2" | setpriv --reuid=65534 --regid=65534 --groups="$1" \
                    socat -t $patience - "UNIX-CONNECT:$dir/s" > out 2>> errors & asking=$!
                until_true "grep -q '\"$3\"\\|\"error\"' out"
                kill $asking 2> /dev/null; wait $asking 2> /dev/null
                found=
                for word in $words; do grep -qi "$word" out && found="$found $word"; done
                echo "$1: $2:$found$(grep -o '"error":"[a-z_]*"' out | sed 's/.*:"/ /; s/"//' | head -n 1)"
            }
            ask_all() {
                request "$1" '{"do":"status"}' ok
                request "$1" '{"do":"apps"}' ok
                request "$1" '{"do":"code"}' ok
                request "$1" '{"do":"phones"}' ok
                request "$1" '{"do":"tail","board":true}' caught_up
                request "$1" '{"do":"history"}' ok
                request "$1" '{"do":"stats"}' ok
                request "$1" '{"do":"outbox","begin":true}' ok
                request "$1" '{"do":"beacons"}' ok
                request "$1" '{"do":"companion","name":"m","works":true,"words":"w"}' ok
                request "$1" '{"do":"forget","phone":"Maar"}' ok
                request "$1" '{"do":"pair"}' ok
                request "$1" '{"do":"reply","yes":true}' ok
                request "$1" '{"do":"show","text":"Tea"}' ok
                request "$1" '{"do":"show","clear":true}' ok
                request "$1" '{"do":"test_port","port":"x"}' ok
                request "$1" '{"do":"test_displays"}' ok
                request "$1" '{"do":"test_outlet","outlet":"x"}' ok
                request "$1" '{"do":"act","action":"answer"}' ok
                request "$1" '{"do":"mute","app":"Paapya"}' ok
                request "$1" '{"do":"mute","app":"papaya"}' ok
                request "$1" '{"do":"mute","app":"org.example.none"}' ok
                request "$1" '{"do":"mute","app":"org.example.loquat"}' ok
                request "$1" '{"do":"unmute","app":"org.example.others"}' ok
                request "$1" '{"do":"unmute","all":true}' ok
                cp conf kept; printf '[rule Secret]\napp = Papaya\n' >> conf
                request "$1" '{"do":"reload"}' ok
                cp kept conf
            }
            """#

        private static func rows(_ script: String) async throws -> [String] {
            let outcome = try await ProgramTests.bridge(
                Self.script + "\n" + script + "\nend\n", scenario: scenario)
            #expect(outcome.lines.last == "ended 143", "\(outcome.errors)")
            return outcome.lines.dropLast()
        }

        /// The words and the refusal of each row whose request has these words in it.
        private static func answers(_ words: String, in rows: [String]) -> [String] {
            rows.filter { $0.contains(words) }.map {
                $0.split(separator: "}:", omittingEmptySubsequences: false).last.map {
                    $0.trimmingCharacters(in: .whitespaces)
                } ?? ""
            }
        }

        @Test func `who may only act is told no word`() async throws {
            let rows = try await Self.rows(
                #"""
                ask_all 13
                request 13 '{"do":"act","action":"clear"}' ok
                """#)
            expect(rows.count, is: 27)
            let told = rows.filter { row in
                Self.words.contains {
                    row.split(separator: "}:", omittingEmptySubsequences: false).last?.contains($0)
                        ?? false
                }
            }
            // The app that it named itself, and not what that is called.
            expect(told, is: [#"13: {"do":"mute","app":"org.example.loquat"}: loquat"#])
            expect(
                Self.answers(#""mute""#, in: rows),
                is: ["not_allowed", "not_allowed", "", "loquat"],
                "whether an app of a name is there is not told either")
            expect(Self.answers(#""act""#, in: rows), is: ["not_found", ""])
            expect(Self.answers(#""all""#, in: rows), is: [""])
            expect(Self.answers(#""reload""#, in: rows), is: ["failed"])
            expect(rows.count { $0.hasSuffix(": not_allowed") }, is: 12)
        }

        @Test func `who may only read is told what is there, and not what was`() async throws {
            let rows = try await Self.rows("ask_all 12")
            expect(Self.answers(#""status""#, in: rows), is: ["Mara"])
            expect(Self.answers(#""apps""#, in: rows), is: ["loquat Papaya"])
            expect(Self.answers(#""code""#, in: rows), is: ["482913 loquat Papaya Mara"])
            expect(
                Self.answers(#""tail""#, in: rows),
                is: ["Quince Tamarind marmalade 482913 Rhubarb Grape loquat Papaya Mara"])
            // All that acts, looks back or hands over.
            expect(rows.count { $0.hasSuffix(": not_allowed") }, is: 19)
        }

        @Test func `who may do neither has no place, and looking back needs reading`() async throws
        {
            let rows = try await Self.rows(
                #"""
                for groups in 100 34; do
                    setpriv --reuid=65534 --regid=65534 --groups=$groups \
                        socat -u "UNIX-CONNECT:$dir/s" - > out 2>> errors
                    for word in $words; do grep -i "$word" out; done
                    grep -o '"error":"[a-z_]*"' out
                done
                """#)
            expect(rows, is: [#""error":"not_allowed""#, #""error":"not_allowed""#])
        }

        @Test func `who may read and act is told of apps by their names`() async throws {
            let rows = try await Self.rows("ask_all 12,13")
            expect(
                Self.answers(#""mute""#, in: rows),
                is: ["Papaya not_found", "loquat Papaya", "loquat", "loquat Papaya"])
            expect(Self.answers(#""all""#, in: rows), is: ["loquat Papaya"])
            expect(Self.answers(#""reload""#, in: rows), is: ["Secret failed"])
        }
    }
}
