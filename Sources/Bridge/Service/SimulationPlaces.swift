import Commands
import Configuration
import History
import Linux
import Settings

/// Protection of real phones' history and output files from simulated phones.
struct SimulationPlaces {
    /// Reason why a simulation cannot start.
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

    /// Claims the history for simulated phones, if one is kept.
    func claimHistory() throws(Refusal) {
        guard let folder = options.historyFolder(with: settings) else { return }
        if let real = realFolder(like: folder) {
            throw refusal(
                of: folder, "is where the bridge of real phones keeps its history", besides: real)
        }
        do throws(HistoryError) {
            // A history without a mark is adopted in the default folder, which only simulated phones have ever used.
            try HistoryKind.simulated.claim(folder, adoptsOlder: options.history == nil)
        } catch .otherKind {
            throw refusal(of: folder, "has a history that was not made for simulated phones")
        } catch {
            // The bridge reports the error and retries.
        }
    }

    /// Returns the history folder of a bridge with real phones that `--history` names; nil if it names none of these.
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
    /// Whether a trial with simulated phones uses the socket that add-on services connect to.
    var isAtUsualSocket: Bool { isSimulated && socket == nil }

    /// Whether configured files belong to real phones, during a trial with simulated ones.
    var leavesFilesAlone: Bool {
        file.named == nil && triesBesideReal
    }

    /// Whether this is a trial with simulated phones, while the configuration is for real ones.
    var triesBesideReal: Bool {
        // The settings contain the radio of the command line, so they are read again without it.
        isSimulated && SettingsFile(given).lookUp { $0.radio }.value != .simulated
    }
}
