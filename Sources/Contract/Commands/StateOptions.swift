package import Linux
package import Radio
package import Settings

/// Where phones are remembered, in every command that needs to know.
package struct StateOptions: Sendable {
    /// The option that names the folder.
    package static let state = Parameter<String?>.file(
        "state", placeholder: "FOLDER", summary: "Remember paired phones in this folder")

    /// All options of this kind, for a command's entry in the table.
    package static let all = [state.option]

    /// The folder of the service.
    package static let ofSystem = "/var/lib/callboard"

    /// The folder of the history of simulated phones within the folder of a history.
    package static func folderOfSimulation(in folder: String) -> String { folder + "/simulated" }

    /// Where phones are remembered unless a person says otherwise: the folder that the service manager
    /// made, the service's folder for root, else one of the person's own.
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

    /// What is in the folder.
    package let memory: MemoryFolder
    /// The folder's path.
    package let folder: String
    /// Whether a person named the folder.
    package let isNamed: Bool

    /// The folder that was named, or else the usual one.
    package init(_ arguments: ParsedArguments) {
        isNamed = arguments[Self.state] != nil
        folder = arguments[Self.state] ?? Self.usualFolder
        memory = MemoryFolder(in: folder)
    }

    /// Takes the folder for this process, or says why that cannot be; a list of phones that cannot be
    /// read is left for a person to mend.
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

    /// Why a command cannot begin.
    package struct Refusal: Error {
        /// Why, without a full stop.
        package let sentence: String
        /// The status with which the command ends.
        package let status: ExitStatus
        /// Whether another process has the folder.
        package var isTaken = false

        /// A refusal; the folder is somebody else's only where that is said.
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
    /// The status with which a command ends for this: a disk that is not there yet may come, a list
    /// does not mend itself.
    package var status: ExitStatus {
        switch self {
        case .folder(_, .accessDenied), .reading(_, .accessDenied), .writing(_, .accessDenied):
            .noPermission
        case _ where isAboutContent: .badData
        default: .unavailable
        }
    }

    /// What is wrong and what a person can do about it.
    package var sentence: String {
        isAboutContent
            ? "\(self); mend the file, or move it away and let the phones pair anew" : "\(self)"
    }
}
