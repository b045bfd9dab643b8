import Arguments
import Linux
import PhoneMemory

/// Where phones are remembered, in every command that needs to know.
struct StateOptions: Sendable {
    static let state = Parameter<String?>.file(
        "state", placeholder: "FOLDER", summary: "Remember paired phones in this folder")

    static let all = [state.option]

    /// The folder of the service.
    static let ofSystem = "/var/lib/callboard"

    /// Where phones are remembered unless a person says otherwise: the folder that the service manager
    /// made, the service's folder for root, else one of the person's own.
    static var usualFolder: String {
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

    let memory: MemoryFolder
    let folder: String
    /// Whether a person named the folder.
    let isNamed: Bool

    init(_ arguments: ParsedArguments) {
        isNamed = arguments[Self.state] != nil
        folder = arguments[Self.state] ?? Self.usualFolder
        memory = MemoryFolder(in: folder)
    }

    /// Takes the folder for this process, or says why that cannot be; a list of phones that cannot be
    /// read is left for a person to mend.
    func lock() -> Result<StateLock, Refusal> {
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
    struct Refusal: Error {
        let sentence: String
        let status: ExitStatus
        /// Whether another process has the folder.
        var isTaken = false
    }
}

extension MemoryError {
    /// The status with which a command ends for this: a disk that is not there yet may come, a list
    /// does not mend itself.
    var status: ExitStatus {
        switch self {
        case .folder(_, .accessDenied), .reading(_, .accessDenied), .writing(_, .accessDenied):
            .noPermission
        case _ where isAboutContent: .badData
        default: .unavailable
        }
    }

    /// What is wrong and what a person can do about it.
    var sentence: String {
        isAboutContent
            ? "\(self); mend the file, or move it away and let the phones pair anew" : "\(self)"
    }
}
