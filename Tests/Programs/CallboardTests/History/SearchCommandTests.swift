import Expecting
import Testing

extension ProgramTests {
    /// `callboard search`.
    struct SearchCommandTests {
        @Test(
            "words find what they should",
            arguments: [
                ("muller", "Zoë Müller"), ("GRUSSE", "Zoë Müller"), ("grüße", "Zoë Müller"),
                ("grosse", ""),
                ("marm", "Quince"), ("ready marmalade", "Quince"), ("'\"marmalade is\"'", "Quince"),
                ("'\"is marmalade\"'", ""), ("5550134", "Zoë Müller"), ("555 0134", "Zoë Müller"),
                ("上", "上海"), ("本語", "上海"), ("😂", "上海"), ("'=1+1'", "上海"),
                ("rhubarb", "Rhubarb Rhubarb"), ("rhubarb --missed", "Rhubarb"),
                ("rhubarb --since 2026-11-05 -n 5", "Rhubarb"), ("mail", "Tamarind"),
                ("zzz", ""), ("'\"'", ""), ("'* OR NEAR('", ""), ("\"'; DROP TABLE\"", ""),
            ])
        func words(words: String, titles: String) async throws {
            let outcome = try await ProgramTests.history(
                "search \(words) -F json > found; echo $?; titles < found")
            let found = titles.isEmpty ? "" : titles + " "
            expect(outcome.output, is: "\(titles.isEmpty ? 1 : 0)\n\(found)\n", "\(outcome.errors)")
        }

        @Test(
            arguments: [
                ("mulller", "did you mean 'Müller'?"),
                ("marmelade", "did you mean 'marmalade'?"),
                ("redy marmalade", "did you mean 'ready marmalade'?"), ("Qince", ""), ("zzz", ""),
                ("rhubrab", "did you mean 'Rhubarb'?"),
                ("tamarindo mail", "did you mean 'Tamarind mail'?"), ("5550199", ""),
                ("marmelade redy", "did you mean 'marmalade ready'?"),
                ("zoee muler", "did you mean 'Zoë Müller'?"), ("marmelade tamarnid", ""),
            ])
        func `a word that nothing has is answered by the one that was probably meant`(
            words: String, meant: String
        ) async throws {
            let outcome = try await ProgramTests.history("search \(words); echo $?")
            expect(outcome.lines, is: ["1"])
            let end = meant.isEmpty ? "\n" : "; \(meant)\n"
            expect(outcome.errors, is: "callboard: nothing was found" + end)
        }

        @Test func `of several words that are near, those are meant that stand together`()
            async throws
        {
            let outcome = try await ProgramTests.history(
                "search thansk quikc; search thansk kettel",
                notices: [
                    KeptNotice(time: KeptNotice.hour(1, 1), title: "Thanks", message: "so quick"),
                    KeptNotice(time: KeptNotice.hour(1, 2), title: "Thank", message: "a kettle"),
                ])
            expect(
                outcome.errors,
                is: "callboard: nothing was found; did you mean 'Thanks quick'?\n"
                    + "callboard: nothing was found; did you mean 'Thank kettle'?\n")
        }

        @Test func `it is said how many were found`() async throws {
            let outcome = try await ProgramTests.history(
                """
                search quince -n 5 | wc -l; search quince > all; wc -l < all
                search nothing; search 'quince 77'
                """, notices: KeptNotice.many(100))
            expect(outcome.lines.prefix(2), is: ["6", "101"])
            expect(
                outcome.errors,
                is: """
                    callboard: found 100, shown the newest 5
                    callboard: found 100
                    callboard: nothing was found
                    callboard: found 1

                    """)
        }
    }
}
