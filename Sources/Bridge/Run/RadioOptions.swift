import Arguments
import BlueZRadio
import Linux

/// What a person can choose about the radio, in every command that needs it.
struct RadioOptions: Sendable {
    static let adapter = Parameter<String?>.text(
        "adapter", placeholder: "ADAPTER",
        summary: "Use this Bluetooth adapter, by name (hci0) or address; any by default")
    static let shape = Parameter<Shape>.choice(
        "shape", placeholder: "SHAPE", default: .hid,
        summary: "Look to phones like a plain host (solicit) or like a keyboard that never types")
    static let name = Parameter<String?>.text(
        "name", placeholder: "NAME",
        summary: "Be called so by phones; the adapter's name by default")
    static let dataSource = Parameter<DataSourceMode>.choice(
        "data-source", placeholder: "WAY", default: .auto,
        summary: "How texts come from bluetoothd: to Callboard alone (acquire) or over the bus")
    static let state = Parameter<String?>.file(
        "state", placeholder: "FOLDER", summary: "Remember paired phones in this folder")

    static let all = [adapter.option, shape.option, name.option, dataSource.option, state.option]

    /// Where phones are remembered unless a person says otherwise: the service's folder for root,
    /// else one of the person's own.
    private static var usualFolder: String {
        if CurrentProcess.isRoot { return "/var/lib/callboard" }
        if let folder = Environment.value("XDG_STATE_HOME"), folder.hasPrefix("/") {
            return folder + "/callboard"
        }
        return (Environment.value("HOME") ?? "") + "/.local/state/callboard"
    }

    let radio: BlueZRadio.Options
    let memory: RadioMemory
    let folder: String

    init(_ arguments: ParsedArguments) {
        folder = arguments[Self.state] ?? Self.usualFolder
        memory = RadioMemory(in: folder)
        radio = BlueZRadio.Options(
            adapter: AdapterChoice(arguments[Self.adapter]), shape: arguments[Self.shape],
            name: arguments[Self.name], mode: arguments[Self.dataSource], memory: memory)
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
            let isList = if case .folder = error { false } else { true }
            return .failure(
                Refusal(sentence: error.sentence, status: isList ? .badData : .noInput))
        }
        return .failure(
            Refusal(
                sentence: "another callboard uses \(folder); stop it first, or name another "
                    + "folder with --state", status: .busy))
    }

    /// Why a command cannot begin.
    struct Refusal: Error {
        let sentence: String
        let status: ExitStatus
    }
}

extension MemoryError {
    /// What is wrong and what a person can do about it.
    var sentence: String {
        isAboutContent
            ? "\(self); mend the file, or move it away and let the phones pair anew" : "\(self)"
    }
}
