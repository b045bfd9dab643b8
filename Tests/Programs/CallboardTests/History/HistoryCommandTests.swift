import Expecting
import Foundation
import Testing

extension ProgramTests {
    /// `callboard history` without a terminal.
    struct HistoryCommandTests {
        @Test func `what was kept is shown by day, newest first`() async throws {
            let outcome = try await ProgramTests.history("look history")
            #expect(
                outcome.output == """
                    Friday 6 November 2026
                    10:30:00  SOCIAL  Mara's iPhone  上海 · Messages              日本語の通知 😂 =1+1
                    10:00:00  CALL    Mara's iPhone  Rhubarb · Phone              answered after 4 s

                    Thursday 5 November 2026
                    09:00:00  MAIL    Jonas' iPhone  Tamarind · Mail              no reply
                    00:30:00  SOCIAL  Mara's iPhone  Zoë Müller · Messages        Grüße, call 0151 / 555-0134

                    Tuesday 3 November 2026
                    23:30:00  MISSED  Mara's iPhone  Rhubarb · Phone              missed after 12 s
                    11:00:00  SOCIAL  Mara's iPhone  Quince · Messages            the marmalade is ready

                    """, "\(outcome.errors)")
            #expect(outcome.status == 0 && outcome.errors.isEmpty)
        }

        @Test(
            "filters leave what fits",
            arguments: [
                ("-n 2", "上海 Rhubarb"),
                ("--since 2026-11-05", "上海 Rhubarb Tamarind Zoë Müller"),
                ("--until 2026-11-03", "Rhubarb Quince"),
                ("-s 2026-11-03 -u 2026-11-03", "Rhubarb Quince"),
                ("--until '2026-11-03 23:30'", "Quince"),
                ("--since '2026-11-03 23:30' --until 2026-11-04", "Rhubarb"),
                ("--since 2026-11-05T00:30:00.000+01:00 -u '5 nov 2026'", "Tamarind Zoë Müller"),
                ("--since 2026-11-04 --until 2026-11-04", ""),
                ("--until 2025", ""),
                ("--missed", "Rhubarb"), ("--calls", "Rhubarb Rhubarb"),
                ("--category mail", "Tamarind"), ("-c email -c CALL", "Rhubarb Tamarind Rhubarb"),
                ("--app mail", "Tamarind"),
                ("-a org.example.Mail -a Phone -n 2", "Rhubarb Tamarind"),
                ("--phone \"jonas' iphone\"", "Tamarind"), ("--phone nobody", ""),
                ("--app Mail --phone \"Mara's iPhone\"", ""),
            ])
        func filters(words: String, titles: String) async throws {
            let outcome = try await ProgramTests.history("look history -F json \(words) | titles")
            expect(
                outcome.output, is: (titles.isEmpty ? "" : titles + " ") + "\n", "\(outcome.errors)"
            )
            // A name that nothing has is reported in every format.
            expect(outcome.errors.isEmpty, is: !words.contains("nobody"))
        }

        @Test func `formats are those of everything else`() async throws {
            let outcome = try await ProgramTests.history(
                #"""
                look history -F csv | cut -c1-20
                look history -F kv --missed | grep -o ' call.state=missed call.ring_seconds=12'
                look history -F json | wc -l
                look history -F board --until 2025; look history -F csv --until 2025 | wc -l
                """#)
            expect(
                outcome.output,
                is: """
                    v,event,at,phone,sta
                    1,added,2026-11-06T1
                    1,answered,2026-11-0
                    1,added,2026-11-05T0
                    1,added,2026-11-05T0
                    1,missed,2026-11-03T
                    1,added,2026-11-03T1
                     call.state=missed call.ring_seconds=12
                    6
                    1

                    """)
            expect(outcome.errors, is: "callboard: the history has no notification that matches\n")
        }

        @Test(
            "what makes no sense is told, with what would",
            arguments: [
                ("history --since tomorrow", "--since must be a time such as today, yesterday,"),
                ("history --until ''", "--until must be a text, not ''"),
                ("search x --until yesteday", "not 'yesteday'; did you mean yesterday?"),
                ("stats --since 2026-02-30", "not '2026-02-30'"),
                ("history export --since 25:00", "not '25:00'"),
                (
                    "history --since 2026-11-05 --until 2026-11-03",
                    "--since, 2026-11-05 00:00, must be before --until, 2026-11-04 00:00"
                ),
                ("history --category nonsense", "--category must be one of OTHER, CALL"),
                ("history --category emial", "not 'emial'; did you mean 'email'?"),
                ("history -n 0", "--number must be a whole number from 1 to 1000000, not '0'"),
                ("history exprot", "unknown command exprot; did you mean export?"),
                ("history --follow export", "unknown option --follow"),
                (
                    "history forget",
                    "say what to forget: one of --app, --phone, --before, --item and --match"
                ),
                ("history forget --app a --phone b", "say what to forget: one of"),
                ("history forget --before soon", "--before must be a time such as"),
                ("history forget --match '\"'", "--match must have at least one word"),
                ("history import", "FILE is missing"), ("search", "WORD is missing"),
            ])
        func nonsense(words: String, sentence: String) async throws {
            let outcome = try await ProgramTests.shell(#"exec "$0" \#(words)"#)
            expect(outcome.status, is: 64)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.contains(sentence), "\(outcome.errors)")
            expect(outcome.errors.split(separator: "\n").count, is: 1)
        }

        @Test(
            "what is no history is told by every command",
            arguments: [
                "history", "history --follow", "search x", "stats", "history export",
                "history forget --app x --yes",
            ])
        func trouble(command: String) async throws {
            let outcome = try await ProgramTests.history(
                #"""
                set -- \#(command)
                "$0" "$@" --history nowhere; echo $?
                mkdir f; echo 'Quince and marmalade' > f/history.db; "$0" "$@" --history f; echo $?
                cp -r h new; printf '\377' | dd of=new/history.db bs=1 seek=62 conv=notrunc 2>&-
                "$0" "$@" --history new; echo $?
                "$0" "$@" --history scenario; echo $?
                """#)
            expect(outcome.output, is: "69\n65\n65\n65\n", "\(outcome.errors)")
            let sentences = outcome.errors.split(separator: "\n")
            expect(sentences.count, is: 4, "\(outcome.errors)")
            for (sentence, words) in zip(
                sentences,
                [
                    "callboard: there is no history in nowhere", "f: ", "made by a newer Callboard",
                    "scenario is a file; a history is a folder with history.db in it",
                ])
            {
                #expect(sentence.contains(words), "\(sentence)")
            }
            #expect(outcome.keepsSecrets)
        }

        @Test func `a name that nothing has is told, with the one that was meant`() async throws {
            let outcome = try await ProgramTests.history(
                #"""
                look history --app Mial; echo $?; search rhubarb --phone "Maras iPhone"; echo $?
                look history --app Mail --until 2025; look history --app zzz --phone yyy
                look history -F json --app Mial; echo $?; look history -F json --app Mail --until 2025; echo $?
                """#)
            expect(outcome.output, is: "1\n1\n1\n0\n")
            expect(
                outcome.errors,
                is: """
                    callboard: nothing of app 'Mial' was kept; did you mean 'Mail'?
                    callboard: nothing was found
                    nothing of phone 'Maras iPhone' was kept; did you mean 'Mara's iPhone'?
                    callboard: the history has no notification that matches
                    callboard: nothing of app 'zzz' was kept
                    nothing of phone 'yyy' was kept
                    callboard: nothing of app 'Mial' was kept; did you mean 'Mail'?

                    """)
        }

        @Test func `a reader who has enough is no failure`() async throws {
            let outcome = try await ProgramTests.history(
                #"(look history; echo $? >&2) | head -n 2 | tail -n 1 | cut -c 1-24"#,
                notices: KeptNotice.many(3000))
            expect(outcome.lines.count, is: 1)
            expect(outcome.errors, is: "0\n")
        }

        @Test func `a long list is whole`() async throws {
            let outcome = try await ProgramTests.history(
                """
                look history -F json | titles | tr ' ' '\\n' | grep -v Quince | sort -rnc && echo sorted
                look history -F json | wc -l
                look history -F json -n 700 | wc -l
                """, notices: KeptNotice.many(1500))
            expect(outcome.lines, is: ["sorted", "1500", "700"], "\(outcome.errors)")
        }

        @Test func `a full disk is told`() async throws {
            let outcome = try await ProgramTests.history(
                """
                for words in history 'search quince' 'history export' stats; do
                    # A search that ends at its own limit has nothing to write, and is made again.
                    while
                        look $words > /dev/full 2> "$dir/said"; status=$?
                        grep -q 'finds the rest' "$dir/said"
                    do :; done
                    cat "$dir/said" >&2; echo $status
                done
                """)
            expect(outcome.lines, is: ["74", "74", "74", "74"], "\(outcome.errors)")
        }
    }
}
