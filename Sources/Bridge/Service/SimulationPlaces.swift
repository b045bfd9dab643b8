import Commands
import Configuration
import History
import Linux
import Settings

/// Keeps simulated phones away from what belongs to real ones: their history and the files of their outputs.
struct SimulationPlaces {
    /// Why a simulation cannot begin.
    struct Refusal: Error, Hashable {
        let sentence: String
        let status: ExitStatus
    }

    private let options: RunCommand
    private let settings: BridgeSettings

    init(_ options: RunCommand, _ settings: BridgeSettings) {
        self.options = options
        self.settings = settings
    }

    /// Makes sure of a history of simulated phones, if one is to be kept.
    func claimHistory() throws(Refusal) {
        guard let folder = options.historyFolder(with: settings) else { return }
        if let real = realFolder(like: folder) {
            throw refusal(
                of: folder, "is where the bridge of real phones keeps its history", besides: real)
        }
        do throws(HistoryError) {
            // A folder of its own belonged to simulated phones before there was a mark.
            try HistoryKind.simulated.claim(folder, adoptsOlder: options.history == nil)
        } catch .otherKind {
            throw refusal(of: folder, "has a history that was not made for simulated phones")
        } catch {
            // The bridge says so, and tries it again.
        }
    }

    /// The folder of a real bridge's history that a folder is; nil if it is none.
    private func realFolder(like folder: String) -> String? {
        guard options.history != nil else { return nil }
        let configured = options.triesBesideReal ? settings.history.folder : nil
        let real = [configured, StateOptions.usualFolder, StateOptions.ofSystem].compactMap(\.self)
        let place = FileDescriptor.canonicalPath(folder)
        return real.first { FileDescriptor.canonicalPath($0) == place }
    }

    private func refusal(
        of folder: String, _ reason: String, besides real: String? = nil
    ) -> Refusal {
        let own = StateOptions.folderOfSimulation(in: real ?? folder).printable
        let fix =
            options.history == nil
            ? "move it away, or name another folder in [history]"
            : "name another folder, such as --history \(ShellWord(own).quoted)"
        return Refusal(
            sentence: "\(folder.printable) \(reason); \(fix)",
            status: options.history == nil ? .badConfiguration : .usage)
    }
}

extension RunCommand {
    /// Whether simulated phones are tried where the programs beside the bridge of real ones look for it.
    var isAtUsualSocket: Bool { isSimulated && socket == nil }

    /// Whether the files that the configuration names belong to real phones, while simulated ones are tried.
    var leavesFilesAlone: Bool {
        file.named == nil && triesBesideReal
    }

    /// Whether simulated phones are only tried, and the configuration itself is for real ones.
    var triesBesideReal: Bool {
        // The settings have the radio of the command line.
        isSimulated && SettingsFile(given).lookUp { $0.radio }.value != .simulated
    }
}
