import Commands
import Settings

/// Settings of a wall, as a file has them.
enum WallConfiguration {
    /// What lines of the section mean.
    static func settings(_ lines: [String] = []) throws -> WallSettings {
        WallSettings(try draft(lines).finished()[WallKeys.section])
    }

    /// What is wrong with lines of the section, each as a sentence.
    static func problems(_ lines: [String]) -> [String] {
        do throws(SettingsError) {
            _ = try draft(lines).finished(AddOnSections.problems)
            return []
        } catch {
            return "\(error)".split(separator: "\n").map(String.init)
        }
    }

    private static func draft(_ lines: [String]) -> SettingsDraft {
        let table = SettingsTable([WallKeys.section], variablePrefix: "CALLBOARD")
        var draft = SettingsDraft(table)
        draft.read(Array(("[wall]\n" + lines.joined(separator: "\n")).utf8), file: "c")
        return draft
    }
}
