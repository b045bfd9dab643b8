import Commands
import Configuration
package import HistoryCommands
package import Settings

extension HistoryPlace {
    /// Creates the place of the folder named with `--history`, otherwise of that in the configuration, or the user's own.
    package init(_ arguments: ParsedArguments) {
        self.init(arguments) { usual in
            let (folder, failure) = SettingsFile(arguments).lookUp { $0.historyFolder(orIn: usual) }
            return (folder ?? usual, failure?.aboutHistory)
        }
    }
}

extension SettingsFile.Failure {
    /// Errors in the configuration that concern the history, or may, such as a misspelled section; nil if there are none.
    fileprivate var aboutHistory: SettingsError? {
        guard case .wrong(let error) = self else { return nil }
        let problems = error.problems.filter(\.isAboutHistory)
        return problems.isEmpty ? nil : SettingsError(problems: problems)
    }
}

extension SettingsProblem {
    fileprivate var isAboutHistory: Bool {
        let name = SettingsSections.history.name
        let prefix = "CALLBOARD_HISTORY_"
        return switch (place, reason) {
        case _ where section == name: true
        case (.variable(let variable), _) where variable.hasPrefix(prefix): true
        case (_, .unknownVariable(let near)): near?.hasPrefix(prefix) == true
        case (_, .unknownSection(_, let near, _)): near == name
        default: false
        }
    }
}
