package import Commands
package import History
import Linux
package import Settings

/// The folder of a history, in every command that has to do with one.
package struct HistoryPlace: Sendable {
    /// The option that names the folder.
    package static let parameter = Parameter<String?>.file(
        "history", placeholder: "DIR",
        summary:
            "The history in this folder; without it, the one that your bridge keeps, or for root "
            + "the service")

    /// The folder.
    package let folder: String
    /// Whether a person named the folder.
    package let isNamed: Bool
    /// The words of the command that was given.
    private let command: [String]
    /// The problem in the configuration because of which another folder may be meant.
    private let doubt: SettingsError?

    /// The folder that was named, or else the one of the configuration.
    ///
    /// - Parameter configured: looks up the folder in the configuration, given the usual one, and what is wrong with what it says about
    ///   the history.
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

    /// A folder that a person named.
    package init(folder: String) {
        self.init(folder: folder, command: [HistoryListCommand.command.name])
    }

    private init(folder: String, command: [String]) {
        (self.folder, isNamed, doubt) = (folder, true, nil)
        self.command = command
    }

    /// The history of a bridge that says where it is.
    ///
    /// - Parameter command: by which it is looked at.
    package func at(_ folder: String, for command: Command) -> HistoryPlace {
        HistoryPlace(folder: folder, command: [command.name])
    }

    /// What is found in the history, or what is made of the sentence that says why it cannot be read.
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

    /// Does something with the history, or says why that cannot be.
    package func look(_ body: (HistoryReader) throws(HistoryError) -> ExitStatus) -> ExitStatus {
        attempt { () throws(HistoryError) in try body(HistoryReader(in: folder)) }
    }

    /// Does something, or says why it cannot be done.
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

    /// Where the history of simulated phones is instead; nil where there is none.
    private var simulated: String? {
        let folder = StateOptions.folderOfSimulation(in: folder)
        guard FileDescriptor.exists("\(folder)/\(HistoryFile.name)") else { return nil }
        return " itself, where a bridge keeps that of real phones; that of simulated phones is in "
            + "\(folder.printable): add --history \(ShellWord(folder.printable).quoted)"
    }

    /// Says what went wrong, and returns the status that tells it.
    func tell(_ error: HistoryError) -> ExitStatus {
        let (status, sentence) = explanation(of: error)
        Messages.say(sentence)
        return status
    }

    /// A sentence that says what went wrong and what to do, and the status that tells it.
    package typealias Explanation = (status: ExitStatus, sentence: String)

    /// What went wrong.
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
        case .newer: return (.badData, "\(name): \(error); use that one")
        case .otherKind: return (.badData, "\(name): \(error)")
        case .folder: return (.noInput, "\(name): \(error)")
        case .database(let failure):
            return explanation(of: failure, "the history in \(name): \(error)")
        }
    }

    /// What it means that the file does not work as a database.
    private func explanation(of failure: DatabaseError, _ sentence: String) -> Explanation {
        switch failure.code.primary {
        case .busy: (.busy, "\(sentence); another program changes it, try again")
        case .readOnly:
            (
                .noPermission,
                "\(folder.printable) cannot be changed, which even reading needs: "
                    + "try again with sudo, or copy it"
            )
        case .full: (.noResources, sentence)
        case .corrupt, .notADatabase:
            (
                .badData,
                "\(sentence); a bridge mends it where no notice is "
                    + "damaged, or sets it aside and begins a new one"
            )
        default: (.noInput, sentence)
        }
    }

    /// What to say where permissions are in the way.
    private func wordsForForbidden(isRoot: Bool) -> String {
        let name = folder.printable
        guard !isAbsent else {
            return "there is no folder \(name), and this user may not make it; name another one"
        }
        let owner = FolderOwner(of: folder).words
        return "the history in \(name) is private to \(owner)" + (isRoot ? "" : adviceForPrivate)
    }

    /// Whether it is the file's or the folder's permissions that are in the way.
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

    /// Whether there is no such folder, as far as this user can tell.
    private var isAbsent: Bool {
        do throws(Errno) {
            _ = try FileDescriptor.open(readingFrom: folder)
            return false
        } catch {
            return error == .noEntry || error == .notAFolder
        }
    }

    /// Where else a history may be.
    private var advice: String {
        if !isNamed, folder != StateOptions.ofSystem, FileDescriptor.exists(StateOptions.ofSystem) {
            return "; for the service's, type \(sudo(in: nil))"
        }
        return "; a bridge begins it with the first notice"
    }

    /// What to do where somebody else's history is meant.
    private var adviceForPrivate: String {
        let others = isNamed ? "" : ", or name another one with --history DIR"
        return "; type \(sudo(in: folder == StateOptions.ofSystem ? nil : folder))\(others)"
    }

    /// The same command for root, to whom the service's folder is the usual one.
    private func sudo(in folder: String?) -> String {
        var words = ["sudo callboard"] + command
        if let folder { words += ["--history", ShellWord(folder.printable).quoted] }
        // What else was given has to be given again.
        if ![["history"], ["stats"]].contains(command) { words.append("…") }
        return words.joined(separator: " ")
    }
}
