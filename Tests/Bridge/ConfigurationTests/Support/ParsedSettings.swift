import Settings

@testable import Configuration

extension BridgeSettings {
    /// The settings of a configuration that is a text.
    init(parsing text: String) throws {
        var draft = SettingsDraft(SettingsSections.table)
        draft.read(Array(text.utf8), file: "test.conf")
        self = BridgeSettings(try draft.finished { BridgeSettings($0).problems })
    }

    /// What is wrong with it, a line each.
    static func problems(in text: String) -> [String] {
        do {
            _ = try BridgeSettings(parsing: text)
            return []
        } catch {
            return "\(error)".split(separator: "\n").map(String.init)
        }
    }
}
