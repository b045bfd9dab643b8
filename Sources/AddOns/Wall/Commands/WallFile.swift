import AddOnRuntime
import Commands
import Linux
import Settings

/// What the configuration says to this program.
typealias WallFile = AddOnConfiguration<WallSettings>

extension WallFile {
    /// The configuration that the command line names, or the usual one.
    init(_ arguments: ParsedArguments) {
        self.init(arguments, WallKeys.section, meaning: WallSettings.init)
    }
}

/// Where tokens are kept.
enum WallState {
    static let parameter = Parameter<String?>.file(
        "state", placeholder: "FOLDER", summary: "Keep who may come in in this folder")

    private static let ofSystem = "/var/lib/callboard-wall"

    /// The folder that was named, or the one that the service manager made, or root's, or a person's own.
    static func folder(_ arguments: ParsedArguments) -> String {
        if let named = arguments[parameter] { return named }
        if let folders = Environment.value("STATE_DIRECTORY"), folders.hasPrefix("/") {
            return String(folders.prefix { $0 != ":" })
        }
        if CurrentProcess.isRoot { return ofSystem }
        if let folder = Environment.value("XDG_STATE_HOME"), folder.hasPrefix("/") {
            return folder + "/callboard-wall"
        }
        return (Environment.value("HOME") ?? "") + "/.local/state/callboard-wall"
    }
}
