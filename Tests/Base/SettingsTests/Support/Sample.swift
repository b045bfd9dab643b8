@testable import Settings

/// A small table with a key of every kind.
enum Sample {
    enum Colour: String, CaseIterable {
        case red
        case green
        case blue
    }

    static let name = Key.optional("name", .word, example: "Kitchen", summary: "What it is called")
    static let greeting = Key(
        "greeting", .text, default: " # hello, you", summary: "What is said first")
    static let colour = Key("colour", .choice, default: Colour.green, summary: "What it looks like")
    static let count = Key("count", .integer(1...9), default: 3, summary: "How many")
    static let ratio = Key("ratio", .decimal(0...1), default: 0.5, summary: "How much of it")
    static let loud = Key("loud", .yesOrNo, default: false, summary: "Whether it rings")
    static let wait = Key(
        "wait", .duration(.zero ... .seconds(86_400)), default: .seconds(90),
        summary: "How long it waits, which is a matter of taste and of what else there is to do")
    static let room = Key(
        "room", .size(1024...(1 << 30)), default: 10 << 20, summary: "How much it keeps")
    static let alarm = Key.optional("alarm", .timeOfDay, example: "06:30", summary: "When it rings")
    static let tags = Key.list(
        "tags", of: .word, default: ["a", "b, c"], example: "x, y", summary: "What it goes by")
    static let password = Key.optional(
        "password", .choice(["sesame", "secret words"]), example: "sesame", isSecret: true,
        summary: "What opens it")
    static let main = Section(
        "main", summary: "The whole",
        details: ["There is one."],
        keys: [
            name.entry, greeting.entry, colour.entry, count.entry, ratio.entry, loud.entry,
            wait.entry, room.entry, alarm.entry, tags.entry, password.entry,
        ])

    static let hours = Key.optional(
        "hours", .timeSpan, example: "22:00-07:00", summary: "When it holds")
    static let match = Key.repeated("match", .word, example: "^a", summary: "What it is about")
    static let device = Key.optional(
        "device", .file, isRequired: true, example: "/dev/null", summary: "Where it goes")
    static let rule = Section(
        "rule", placeholder: "NAME", summary: "One of many", keys: [hours.entry, match.entry])
    static let serial = Section(
        "serial", placeholder: "NAME", summary: "A port", keys: [device.entry])

    static let table = SettingsTable([main, rule, serial], variablePrefix: "SAMPLE")

    static func read(_ text: String) throws(SettingsError) -> Configuration {
        try read(Array(text.utf8))
    }

    static func read(_ bytes: [UInt8]) throws(SettingsError) -> Configuration {
        var draft = SettingsDraft(table)
        draft.read(bytes, file: "f.conf")
        return try draft.finished()
    }

    /// What is wrong with a text, a sentence each.
    static func problems(_ bytes: [UInt8]) -> [String] {
        do throws(SettingsError) {
            _ = try read(bytes)
            return []
        } catch {
            return error.description.split(separator: "\n").map(String.init)
        }
    }

    static func problems(_ text: String) -> [String] { problems(Array(text.utf8)) }
}
