import Commands

/// The program that speaks to a centre, and what it is started with.
struct CentralChild: Sendable {
    /// What it is called.
    static let name = "callboard-central"

    private let file: String?
    private let path: @Sendable () -> String?
    /// What of the centre is shown.
    let choice: WallSettings.Central

    /// - Parameters:
    ///   - file: the configuration that was named on the command line.
    ///   - path: where the program is; nil where it is not installed.
    init(
        _ choice: WallSettings.Central, file: String?,
        path: @escaping @Sendable () -> String? = { BesideProgram.path(of: name) }
    ) {
        self.choice = choice
        self.file = file
        self.path = path
    }

    /// The same for another choice.
    func showing(_ choice: WallSettings.Central) -> CentralChild {
        CentralChild(choice, file: file, path: path)
    }

    /// The words of a command; nil where the program is not installed.
    ///
    /// - Parameters:
    ///   - options: those of this command alone.
    ///   - operands: what nobody is to take for an option.
    func words(_ command: String, _ options: [String] = [], _ operands: [String] = []) -> [String]?
    {
        guard let path = path() else { return nil }
        return [path, command] + options + choice.sites.map { "--site=\($0)" }
            + choice.bridges.map { "--bridge=\($0)" } + (file.map { ["--config=\($0)"] } ?? [])
            + (operands.isEmpty ? [] : ["--"] + operands)
    }
}
