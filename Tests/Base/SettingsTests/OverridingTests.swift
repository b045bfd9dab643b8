import Expecting
import Testing

@testable import Settings

/// What the environment and the command line lay over a file.
struct OverridingTests {
    private static let file = """
        [main]
        count = 1
        tags = a
        [rule night-1]
        match = file
        """

    private func draft(_ text: String = file) -> SettingsDraft {
        var draft = SettingsDraft(Sample.table)
        draft.read(Array(text.utf8), file: "f.conf")
        return draft
    }

    private func problems(_ draft: SettingsDraft) -> [String] {
        do throws(SettingsError) {
            _ = try draft.finished()
            return []
        } catch {
            return error.problems.map(\.description)
        }
    }

    @Test func `the environment wins over the file, and the command line over both`() throws {
        var draft = draft()
        draft.override(with: [
            ("SAMPLE_MAIN_COUNT", "2"), ("SAMPLE_MAIN_NAME", "\"as # it is\""),
            ("SAMPLE_MAIN_TAGS", "x, \"y, z\""), ("SAMPLE_RULE_NIGHT_1_MATCH", "variable"),
            ("PATH", "/bin"),
        ])
        draft.override(with: "--count", Sample.main, Sample.count, ["3"])
        draft.override(with: "--match", Sample.rule, name: "night-1", Sample.match, ["a", "b"])
        let configuration = try draft.finished()
        let main = configuration[Sample.main]
        expect(main[Sample.count], is: 3)
        #expect(main[Sample.name] == "\"as # it is\"")
        expect(main[Sample.tags], is: ["x", "y, z"])
        expect(configuration.all(Sample.rule).first?[Sample.match], is: ["a", "b"])
        #expect(
            main.problem(with: Sample.count, "is odd").description == "--count is odd")
    }

    @Test(arguments: [
        ("SAMPLE_MAIN_COUNT", "x", "SAMPLE_MAIN_COUNT must be a whole number from 1 to 9, not 'x'"),
        ("SAMPLE_MAIN_PASSWORD", "hunter2", "SAMPLE_MAIN_PASSWORD must be sesame or secret words"),
        ("SAMPLE_MAIN_TAGS", "a,,b", "SAMPLE_MAIN_TAGS must have an item on both sides of a comma"),
        (
            "SAMPLE_MAIN_CUONT", "1",
            "SAMPLE_MAIN_CUONT matches no key; did you mean SAMPLE_MAIN_COUNT?"
        ),
        ("SAMPLE_XYZZY", "1", "SAMPLE_XYZZY matches no key"),
    ])
    func `a bad variable is named`(_ name: String, _ text: String, _ sentence: String) {
        var draft = draft()
        draft.override(with: [(name, text)])
        expect(problems(draft), is: [sentence])
    }

    @Test func `a bad option is named`() {
        var draft = draft()
        draft.override(with: "--count", Sample.main, Sample.count, ["10"])
        expect(problems(draft), is: ["--count must be a whole number from 1 to 9, not '10'"])
    }

    @Test func `variables with another meaning are left alone`() {
        var draft = draft()
        draft.override(with: [("SAMPLE_CONFIG", "f")], except: ["SAMPLE_CONFIG"])
        #expect(problems(draft).isEmpty)
    }

    @Test func `a variable that two sections answer to is refused`() {
        var draft = draft("[rule a-b]\n[rule a_b]\n")
        draft.override(with: [("SAMPLE_RULE_A_B_MATCH", "x")])
        expect(
            problems(draft),
            is: ["SAMPLE_RULE_A_B_MATCH may belong to any of [rule a-b] [rule a_b]"])
    }

    @Test func `a mistake in the file is told, whatever is laid over it`() {
        var draft = draft("[main]\ncount = x")
        draft.override(with: [("SAMPLE_MAIN_COUNT", "2")])
        expect(problems(draft).count, is: 1)
    }
}
