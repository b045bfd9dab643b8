package import Linux
package import Radio
package import Settings

/// Option for the folder of paired phones, in every command that needs it.
package struct StateOptions: Sendable {
    /// Option that names the folder.
    package static let state = Parameter<String?>.file(
        "state", placeholder: "FOLDER", summary: "Remember paired phones in this folder")

    /// All options of this group, for the command tables.
    package static let all = [state.option]

    /// Folder of the system service.
    package static let ofSystem = "/var/lib/callboard"

    /// Returns the folder for the history of simulated phones within a history folder.
    package static func folderOfSimulation(in folder: String) -> String { folder + "/simulated" }

    /// Default folder: the one from the service manager, for root that of the service, otherwise one in the user's home.
    package static var usualFolder: String {
        // A service manager names the folders that it made, with colons between them.
        if let folders = Environment.value("STATE_DIRECTORY"), folders.hasPrefix("/") {
            return String(folders.prefix { $0 != ":" })
        }
        if CurrentProcess.isRoot { return ofSystem }
        if let folder = Environment.value("XDG_STATE_HOME"), folder.hasPrefix("/") {
            return folder + "/callboard"
        }
        return (Environment.value("HOME") ?? "") + "/.local/state/callboard"
    }

    /// Contents of the folder.
    package let memory: MemoryFolder
    package let folder: String
    /// Whether the folder was given explicitly.
    package let isNamed: Bool

    /// Selects the folder named on the command line, or the default one.
    package init(_ arguments: ParsedArguments) {
        isNamed = arguments[Self.state] != nil
        folder = arguments[Self.state] ?? Self.usualFolder
        memory = MemoryFolder(in: folder)
    }

    /// Locks the folder for this process, or returns the reason why that is not possible.
    ///
    /// An unreadable list of phones is not overwritten, so that the user can fix it.
    package func lock() -> Result<StateLock, Refusal> {
        do throws(MemoryError) {
            if let lock = try memory.lock() {
                _ = try memory.phones()
                return .success(lock)
            }
        } catch {
            return .failure(Refusal(sentence: error.sentence, status: error.status))
        }
        return .failure(
            Refusal(
                sentence: "another callboard uses \(folder); stop it first, or name another "
                    + "folder with --state", status: .busy, isTaken: true))
    }

    /// Reason why a command cannot start.
    package struct Refusal: Error {
        /// Message without a full stop.
        package let sentence: String
        /// Exit status of the command.
        package let status: ExitStatus
        /// Whether another process holds the lock.
        package var isTaken = false

        package init(
            sentence: String, status: ExitStatus, isTaken: Bool = false
        ) {
            self.sentence = sentence
            self.status = status
            self.isTaken = isTaken
        }
    }
}

extension MemoryError {
    /// Exit status for this error; a missing disk may appear later, whereas a corrupt list needs a fix.
    package var status: ExitStatus {
        switch self {
        case .folder(_, .accessDenied), .reading(_, .accessDenied), .writing(_, .accessDenied):
            .noPermission
        case _ where isAboutContent: .badData
        default: .unavailable
        }
    }

    /// The error, with advice for the user.
    package var sentence: String {
        isAboutContent
            ? "\(self); fix the file, or move it away and pair the phones again" : "\(self)"
    }
}
