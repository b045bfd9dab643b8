import Expecting
import Testing

@testable import Settings

/// What is read from files without a mistake.
struct ReadingTests {
    @Test func `without a file everything is as the table says`() throws {
        let main = try Sample.read("")[Sample.main]
        expect(main[Sample.name], is: nil)
        expect(main[Sample.greeting], is: " # hello, you")
        expect(main[Sample.colour], is: .green)
        expect(main[Sample.count], is: 3)
        expect(main[Sample.wait], is: .seconds(90))
        expect(main[Sample.tags], is: ["a", "b, c"])
        #expect(!main.isGiven(Sample.tags))
        #expect(try Sample.read("").all(Sample.rule).isEmpty)
    }

    @Test(arguments: [
        ("name = Kitchen", "Kitchen", "plain"),
        ("name=Kitchen", "Kitchen", "without blanks"),
        ("\t name \t=\t Kitchen \t", "Kitchen", "blanks around everything"),
        ("name = Kitchen # by the door", "Kitchen", "a comment behind the value"),
        ("name = Kitchen\t#by the door", "Kitchen", "a comment behind a tab"),
        ("name = C#4", "C#4", "a number sign in a word begins no comment"),
        ("name = a = b", "a = b", "only the first equals sign counts"),
        ("name = a, b", "a, b", "a comma is nothing special where one value is wanted"),
        (#"name = say "hi""#, #"say "hi""#, "quotes in the middle are what they are"),
        (#"name = " Kitchen ""#, " Kitchen ", "quotes keep blanks"),
        (#"name = "C # 4" # note"#, "C # 4", "quotes keep a number sign"),
        (#"name = "say \"hi\" \\ bye""#, #"say "hi" \ bye"#, "escapes in quotes"),
        (#"name = \d+\.x"#, #"\d+\.x"#, "a backslash outside quotes is nothing special"),
        ("name = Küche ☎", "Küche ☎", "any language"),
        ("name = [x]", "[x]", "a bracket behind the sign"),
        ("name =\u{301}x", "\u{301}x", "a mark behind the sign does not hide it"),
        ("name = Kitchen\r", "Kitchen", "a carriage return ends the line with the line feed"),
    ])
    func `a text is read`(_ line: String, _ value: String, _ why: String) throws {
        let main = try Sample.read("[main]\n\(line)\n")[Sample.main]
        expect(main[Sample.name], is: value, "\(why)")
    }

    @Test(arguments: [
        (#"tags = x"#, ["x"], "one"),
        (#"tags = x, y ,z"#, ["x", "y", "z"], "blanks around commas"),
        (#"tags = "x, y", z # no"#, ["x, y", "z"], "quotes keep a comma"),
        (#"tags = "x" , " y ""#, ["x", " y "], "blanks behind quotes"),
        (#"tags = """#, [], "the empty list"),
        (#"tags = a b, c#d"#, ["a b", "c#d"], "blanks and number signs in words"),
    ])
    func `a list is read`(_ line: String, _ value: [String], _ why: String) throws {
        let main = try Sample.read("[main]\n\(line)")[Sample.main]
        expect(main[Sample.tags], is: value, "\(why)")
        #expect(main.isGiven(Sample.tags))
    }

    @Test func `every kind of value is read`() throws {
        let main = try Sample.read(
            """
            \u{FEFF}# at the top\r
            [main] # all of it
            colour = blue
            count = 9
            ratio = 2.5e-1
            loud = on
            wait = 2h
            room = 500K
            alarm = 06:30
            greeting = ""
            """)[Sample.main]
        expect(main[Sample.colour], is: .blue)
        expect(main[Sample.count], is: 9)
        expect(main[Sample.ratio], is: 0.25)
        #expect(main[Sample.loud])
        expect(main[Sample.wait], is: .seconds(7200))
        expect(main[Sample.room], is: 512_000)
        expect(main[Sample.alarm]?.minute, is: 390)
        #expect(main[Sample.greeting].isEmpty)
    }

    @Test(
        arguments: [
            ("0", 0), ("0s", 0), ("10s", 10), ("5m", 300), ("2h", 7200), ("1d", 86_400),
        ] as [(String, Int)])
    func `times have units`(_ text: String, _ seconds: Int) throws {
        let main = try Sample.read("[main]\nwait = \(text)")[Sample.main]
        expect(main[Sample.wait], is: .seconds(seconds))
    }

    @Test(
        arguments: [
            ("22:00-07:00", 1320, 420), ("00:00-24:00", 0, 1440), ("09:30-09:31", 570, 571),
        ] as [(String, Int, Int)])
    func `spans of the day are read`(_ text: String, _ start: Int, _ end: Int) throws {
        let rules = try Sample.read("[rule a]\nhours = \(text)").all(Sample.rule)
        expect(rules.first?[Sample.hours]?.start.minute, is: start)
        expect(rules.first?[Sample.hours]?.end.minute, is: end)
    }

    @Test func `sections with names keep their order and their keys`() throws {
        let rules = try Sample.read(
            """
            [rule night]
            match = one
            match = two
            [ rule\t of the day ]
            hours = 08:00-20:00
            """
        ).all(Sample.rule)
        expect(rules.map(\.name), is: ["night", "of the day"])
        expect(rules.map { $0[Sample.match] }, is: [["one", "two"], []])
        expect(rules.map { $0[Sample.hours] == nil }, is: [true, false])
    }

    @Test func `what only its user can find wrong is told where it stands`() throws {
        let configuration = try Sample.read("[main]\n\ncount = 4\n[rule a]\n")
        let main = configuration[Sample.main]
        #expect(
            main.problem(with: Sample.count, "is odd").description
                == "f.conf:3: [main] count is odd")
        #expect(
            main.problem(with: Sample.loud, "is quiet").description
                == "f.conf:1: [main] loud is quiet")
        let none = try Sample.read("")[Sample.main]
        #expect(none.problem(with: Sample.loud, "is quiet").description == "[main] loud is quiet")
    }
}
