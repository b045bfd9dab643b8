import Settings

private let name = Key.optional("name", .word, example: "x", summary: "A text")
private let wait = Key(
    "wait", .duration(.zero ... .seconds(86_400)), default: .seconds(1), summary: "A time")
private let size = Key("size", .size(0...(1 << 30)), default: 1, summary: "A size")
private let tags = Key.list("tags", of: .text, example: "a, b", summary: "A list")
private let key = Key.optional(
    "key", .choice(["sesame"]), example: "sesame", isSecret: true, summary: "A secret")
private let hours = Key.optional(
    "hours", .timeSpan, example: "22:00-07:00", summary: "A span of the day")
private let match = Key.repeated("match", .word, example: "x", summary: "Many texts")
private let main = Section(
    "main", summary: "One", keys: [name.entry, wait.entry, size.entry, tags.entry, key.entry])
private let rule = Section(
    "rule", placeholder: "NAME", summary: "Many", keys: [hours.entry, match.entry])
private let table = SettingsTable([main, rule], variablePrefix: "FUZZ")

/// Reads the input as a configuration file, and its first bytes as a variable of the environment.
func fuzzSettings(_ bytes: [UInt8]) {
    var draft = SettingsDraft(table)
    draft.read(bytes, file: "fuzzed.conf")
    let text = String(decoding: bytes.prefix(32), as: UTF8.self)
    draft.override(with: [("FUZZ_MAIN_TAGS", text), ("FUZZ_RULE_A_HOURS", text)])
    do throws(SettingsError) {
        let configuration = try draft.finished()
        let seconds = configuration[main][wait]
        require(seconds >= .zero && seconds <= .seconds(86_400), "a time is out of its range")
        require(configuration[main][name]?.isEmpty != true, "an empty text was taken")
        for section in configuration.all(rule) {
            require(section.name?.isEmpty == false, "a rule has no name")
            require(section[hours].map { $0.start != $0.end } ?? true, "a span is empty")
        }
    } catch {
        require(error.problems.count <= SettingsError.limit, "too many mistakes are told")
        for problem in error.problems {
            let sentence = problem.description
            require(
                sentence.hasPrefix("fuzzed.conf:") || sentence.hasPrefix("FUZZ_"),
                "a mistake has no place")
            require(!sentence.utf8.contains(10), "a mistake is more than one line")
        }
    }
}
