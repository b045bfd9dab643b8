import Expecting
import Testing

@testable import Settings

/// What is made from the table.
struct TableTests {
    @Test func `the table of these tests has no mistakes`() {
        #expect(Sample.table.mistakes.isEmpty)
    }

    @Test func `mistakes of a table are found`() {
        let bad = Key(
            "count", .integer(1...9), default: 10, example: "x", summary: "How many.")
        let table = SettingsTable(
            [
                Section("a", summary: "One", keys: [bad.entry, bad.entry]),
                Section("a", summary: "Two", keys: []),
            ], variablePrefix: "X")
        expect(
            Set(table.mistakes),
            is: [
                "[a] count twice", "[a] count ends with a full stop", "[a] count does not take x",
                "[a] count does not take 10", "[a] twice",
            ])
    }

    @Test func `the sample file is one in which nothing is set`() throws {
        let sample = Sample.table.sample(introduction: ["All of it."])
        let configuration = try Sample.read(sample)
        #expect(!configuration[Sample.main].isGiven(Sample.greeting))
        #expect(configuration.all(Sample.rule).isEmpty)
        #expect(sample.split(separator: "\n").allSatisfy { $0.count <= 80 })
        #expect(sample.hasPrefix("# All of it.\n\n# The whole.\n#\n# There is one.\n[main]\n"))
        #expect(
            sample.contains(
                """
                # How long it waits, which is a matter of taste and of what else there is to do
                # (a time from 0s to 1d, such as 10s, 5m or 2h; default 90s).
                #wait = 90s
                """))
        #expect(sample.contains("# One of many.\n#[rule NAME]\n"))
    }

    @Test func `a default is named once, in the summary or behind it`() {
        for (summary, description) in [
            ("Where; here by default", "Where; here by default (a word)."),
            ("Where", "Where (a word; none by default)."),
        ] {
            let key = Key.optional("place", .word, example: "x", summary: summary).entry
            expect(key.description.replacing(key.wants, with: "a word"), is: description)
        }
    }

    @Test func `what the sample file shows may be put in force`() throws {
        let lines = Sample.table.sample(introduction: ["All of it."]).split(separator: "\n")
        let inForce = lines.map { line in
            line.hasPrefix("#") && !line.hasPrefix("# ") ? line.dropFirst() : line
        }
        let configuration = try Sample.read(inForce.joined(separator: "\n"))
        let main = configuration[Sample.main]
        #expect(main.isGiven(Sample.greeting) && main[Sample.greeting] == " # hello, you")
        #expect(main.isGiven(Sample.tags) && main[Sample.tags] == ["a", "b, c"])
        #expect(main[Sample.room] == 10 << 20 && main[Sample.wait] == .seconds(90))
        expect(configuration.all(Sample.serial).first?[Sample.device], is: "/dev/null")
    }

    @Test func `the list of keys names every key`() {
        let reference = Sample.table.reference
        for section in Sample.table.sections {
            #expect(reference.contains("### `[\(section.pattern)]`"))
            for key in section.keys { #expect(reference.contains("| `\(key.name)` |")) }
        }
    }

    @Test func `a key of several sections is described once`() {
        let loud = Key("loud", .yesOrNo, default: false, summary: "Whether it rings").entry
        let count = Key("count", .integer(1...9), default: 3, example: "4", summary: "How many")
        let table = SettingsTable(
            [
                Section(
                    "a", placeholder: "NAME", summary: "One", details: ["There is one."],
                    keys: [Sample.device.entry, loud]),
                Section("b", summary: "Two", keys: [loud, count.entry]),
                Section("c", summary: "Three", keys: [loud]),
            ], variablePrefix: "X")
        expect(
            table.reference,
            is: """
                ### Shared keys

                Several sections have these keys, with the same meaning.

                | key | value | default | example | meaning |
                |---|---|---|---|---|
                | `loud` | yes/no | `no` | | Whether it rings |

                ### `[a NAME]`

                One.

                There is one.

                [Shared keys](#shared-keys): `loud`.

                | key | value | default | example | meaning |
                |---|---|---|---|---|
                | `device` | path | required | `/dev/null` | Where it goes |

                ### `[b]`

                Two.

                [Shared keys](#shared-keys): `loud`.

                | key | value | default | example | meaning |
                |---|---|---|---|---|
                | `count` | 1 to 9 | `3` | `4` | How many |

                ### `[c]`

                Three.

                [Shared keys](#shared-keys): `loud`.

                """)
    }
}
