import AddOnRuntime
import Commands
import Linux
import Settings

/// The configuration of `callboard-wall`.
typealias WallFile = AddOnConfiguration<WallSettings>

extension WallFile {
    /// The configuration named on the command line, or the default one.
    init(_ arguments: ParsedArguments) {
        self.init(arguments, WallKeys.section, meaning: WallSettings.init)
    }
}

/// The folder of tokens.
enum WallState {
    static let parameter = Parameter<String?>.file(
        "state", placeholder: "FOLDER", summary: "Keep the tokens in this folder")

    private static let ofSystem = "/var/lib/callboard-wall"

    /// Returns the first of: the folder named on the command line, that of the service manager, root's, the user's own.
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

    /// Command that makes a link whose token is kept in this folder.
    static func link(for folder: String) -> String {
        folder == ofSystem ? "sudo callboard wall link" : "callboard wall link --state \(folder)"
    }
}
