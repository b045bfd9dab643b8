import Arguments
import History
import Linux

/// The folder of a history, in every command that has to do with one.
struct HistoryPlace: Sendable {
    static let parameter = Parameter<String?>.file(
        "history", placeholder: "DIR",
        summary:
            "The history in this folder; without it, the one that your bridge keeps, or for root "
            + "the service")

    let folder: String
    private let isNamed: Bool

    init(_ arguments: ParsedArguments) {
        isNamed = arguments[Self.parameter] != nil
        folder =
            arguments[Self.parameter] ?? Self.configured(arguments) ?? StateOptions.usualFolder
    }

    /// The folder that the environment or the configuration names; what is wrong with either is told
    /// by others.
    private static func configured(_ arguments: ParsedArguments) -> String? {
        try? SettingsFile(arguments).read().history.folder
    }

    /// A folder that a person named.
    init(folder: String) {
        isNamed = true
        self.folder = folder
    }

    /// Does something with the history, or says why that cannot be.
    func look(_ body: (HistoryReader) throws(HistoryError) -> ExitStatus) -> ExitStatus {
        attempt { () throws(HistoryError) in try body(HistoryReader(in: folder)) }
    }

    /// Does something, or says why it cannot be done.
    func attempt(_ body: () throws(HistoryError) -> ExitStatus) -> ExitStatus {
        do throws(HistoryError) {
            return try body()
        } catch {
            return tell(error)
        }
    }

    /// Says what went wrong, and returns the status that tells it.
    func tell(_ error: HistoryError) -> ExitStatus {
        let (status, sentence) = explanation(of: error)
        Messages.say(sentence)
        return status
    }

    /// What went wrong, in a sentence that says what to do, and the status that tells it.
    func explanation(of error: HistoryError) -> (status: ExitStatus, sentence: String) {
        let name = folder.printable
        if isForbidden(error) {
            return (.noPermission, "\(name) is not yours to use: try again with sudo")
        }
        switch error {
        case .missing: return (.unavailable, "there is no history in \(name)" + advice)
        case .taken: return (.busy, "the history in \(name): \(error)")
        case .unfinished: return (.noInput, "the history in \(name): \(error)")
        case .foreign: return (.badData, "\(name): \(error)")
        case .newer: return (.badData, "\(name): \(error); use that one")
        case .folder: return (.noInput, "\(name): \(error)")
        case .database(let failure):
            let sentence = "the history in \(name): \(error)"
            switch failure.code.primary {
            case .busy: return (.busy, "\(sentence); another program changes it, try again")
            case .readOnly:
                return (
                    .noPermission,
                    "\(name) cannot be changed, which even reading needs: try again with sudo, or copy it"
                )
            case .full: return (.noResources, sentence)
            case .corrupt, .notADatabase:
                return (.badData, "\(sentence); a bridge sets it aside and begins a new one")
            default: return (.noInput, sentence)
            }
        }
    }

    /// Whether it is the file's or the folder's permissions that are in the way.
    private func isForbidden(_ error: HistoryError) -> Bool {
        switch error {
        case .foreign, .newer: return false
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

    /// Where else a history may be.
    private var advice: String {
        if !isNamed, folder != StateOptions.ofSystem, FileDescriptor.exists(StateOptions.ofSystem) {
            return "; the service's is in \(StateOptions.ofSystem): try again with sudo"
        }
        return "; a bridge begins it with the first notice"
    }
}
