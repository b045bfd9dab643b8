package import Commands
package import History
import Linux
package import Settings

/// Folder of a history, shared by all commands that use one.
package struct HistoryPlace: Sendable {
    /// The option that names the folder.
    package static let parameter = Parameter<String?>.file(
        "history", placeholder: "DIR",
        summary:
            "The history in this folder; by default that of your bridge, or for root that of the "
            + "service")

    package let folder: String
    /// Whether the user named the folder.
    package let isNamed: Bool
    /// Words of the command, which advice repeats after `sudo callboard`.
    private let command: [String]
    /// Error in the configuration that may affect the folder.
    private let doubt: SettingsError?

    /// Uses the folder from the command line, or else from the configuration.
    ///
    /// - Parameter configured: returns the folder from the configuration, given the default, and
    ///   any error found while resolving it
    package init(
        _ arguments: ParsedArguments,
        configured: (_ usual: String) -> (folder: String, problem: SettingsError?)
    ) {
        command = arguments.command
        if let named = arguments[Self.parameter] {
            (folder, isNamed, doubt) = (named, true, nil)
            return
        }
        (folder, doubt) = configured(StateOptions.usualFolder)
        isNamed = false
    }

    /// Uses a folder named by the user.
    package init(folder: String) {
        self.init(folder: folder, command: [HistoryListCommand.command.name])
    }

    private init(folder: String, command: [String]) {
        (self.folder, isNamed, doubt) = (folder, true, nil)
        self.command = command
    }

    /// Returns the place of a running bridge's history.
    ///
    /// - Parameters:
    ///   - folder: the folder that the bridge reported
    ///   - command: the command that reads the history, for advice
    package func at(_ folder: String, for command: Command) -> HistoryPlace {
        HistoryPlace(folder: folder, command: [command.name])
    }

    /// Returns the result of `body`, or of `orElse` with the error text if the history cannot be
    /// read.
    package func found<Result>(
        _ body: (HistoryReader) throws(HistoryError) -> Result, orElse: (String) -> Result
    ) -> Result {
        if let doubt { return orElse("\(doubt)") }
        do throws(HistoryError) {
            return try body(HistoryReader(in: folder))
        } catch {
            return orElse(explanation(of: error).sentence)
        }
    }

    /// Opens the history and runs `body` with it; prints an error and returns its exit status.
    package func look(_ body: (HistoryReader) throws(HistoryError) -> ExitStatus) -> ExitStatus {
        attempt { () throws(HistoryError) in try body(HistoryReader(in: folder)) }
    }

    /// Runs `body`, unless the configuration has an error; prints an error and returns its status.
    package func attempt(_ body: () throws(HistoryError) -> ExitStatus) -> ExitStatus {
        if let doubt {
            Messages.say("\(doubt)")
            return .badConfiguration
        }
        do throws(HistoryError) {
            return try body()
        } catch {
            return tell(error)
        }
    }

    /// Advice about the history of simulated phones; nil if there is none.
    private var simulated: String? {
        let folder = StateOptions.folderOfSimulation(in: folder)
        guard FileDescriptor.exists("\(folder)/\(HistoryFile.name)") else { return nil }
        return " itself, the folder for real phones; the history of simulated phones is in "
            + "\(folder.printable): add --history \(ShellWord(folder.printable).quoted)"
    }

    /// Prints an error; returns its exit status.
    func tell(_ error: HistoryError) -> ExitStatus {
        let (status, sentence) = explanation(of: error)
        Messages.say(sentence)
        return status
    }

    /// Error text with advice, and its exit status.
    package typealias Explanation = (status: ExitStatus, sentence: String)

    /// Returns the explanation of an error.
    package func explanation(
        of error: HistoryError, isRoot: Bool = CurrentProcess.isRoot
    ) -> Explanation {
        let name = folder.printable
        if FileInspection(at: FileDescriptor.canonicalPath(folder))?.isRegular == true {
            return (
                .badData,
                "\(name) is a file; a history is a folder with \(HistoryFile.name) in it"
            )
        }
        if isForbidden(error) { return (.noPermission, wordsForForbidden(isRoot: isRoot)) }
        switch error {
        case .missing:
            return (.unavailable, "there is no history in \(name)" + (simulated ?? advice))
        case .taken: return (.busy, "the history in \(name): \(error)")
        case .unfinished: return (.noInput, "the history in \(name): \(error)")
        case .foreign: return (.badData, "\(name): \(error)")
        case .newer: return (.badData, "\(name): \(error); use the newer one")
        case .otherKind: return (.badData, "\(name): \(error)")
        case .folder: return (.noInput, "\(name): \(error)")
        case .database(let failure):
            return explanation(of: failure, "the history in \(name): \(error)")
        }
    }

    /// Returns the explanation of a database error.
    private func explanation(of failure: DatabaseError, _ sentence: String) -> Explanation {
        switch failure.code.primary {
        case .busy: (.busy, "\(sentence); another program changes it, try again")
        case .readOnly:
            (
                .noPermission,
                "\(folder.printable) is not writable, which reading requires, too: "
                    + "try again with sudo, or copy the folder and name the copy with --history DIR"
            )
        case .full: (.noResources, sentence)
        case .corrupt, .notADatabase:
            (
                .badData,
                "\(sentence); a bridge repairs it if no notification is damaged, "
                    + "or else moves it aside and creates a new one"
            )
        default: (.noInput, sentence)
        }
    }

    /// Returns the error text for missing permissions, with advice.
    private func wordsForForbidden(isRoot: Bool) -> String {
        let name = folder.printable
        guard !isAbsent else {
            return "there is no folder \(name), and this user may not create it; name another one "
                + "with --history DIR"
        }
        let owner = FolderOwner(of: folder).words
        return "the history in \(name) is private to \(owner)" + (isRoot ? "" : adviceForPrivate)
    }

    /// Whether permissions of the file or folder cause the error.
    private func isForbidden(_ error: HistoryError) -> Bool {
        switch error {
        case .foreign, .newer, .otherKind: return false
        case .folder(let error): return error == .accessDenied || error == .notPermitted
        case .missing, .taken, .unfinished, .database:
            do throws(Errno) {
                _ = try FileDescriptor.open(readingFrom: folder + "/" + HistoryFile.name)
                return false
            } catch {
                return error == .accessDenied || error == .notPermitted
            }
        }
    }

    /// Whether the folder does not exist, as far as this user can see.
    private var isAbsent: Bool {
        do throws(Errno) {
            _ = try FileDescriptor.open(readingFrom: folder)
            return false
        } catch {
            return error == .noEntry || error == .notAFolder
        }
    }

    /// Advice if the history does not exist: the service's history, or when a bridge creates one.
    private var advice: String {
        if !isNamed, folder != StateOptions.ofSystem, FileDescriptor.exists(StateOptions.ofSystem) {
            return "; for the service's, type \(sudo(in: nil))"
        }
        return "; a bridge creates it with the first notification"
    }

    /// Advice for a history of another user.
    private var adviceForPrivate: String {
        let others = isNamed ? "" : ", or name another one with --history DIR"
        return "; type \(sudo(in: folder == StateOptions.ofSystem ? nil : folder))\(others)"
    }

    /// Returns the same command for root, whose default is the service's folder.
    private func sudo(in folder: String?) -> String {
        var words = ["sudo callboard"] + command
        if let folder { words += ["--history", ShellWord(folder.printable).quoted] }
        // The dots stand for arguments that the user must repeat.
        if ![["history"], ["stats"], ["battery"]].contains(command) { words.append("…") }
        return words.joined(separator: " ")
    }
}
