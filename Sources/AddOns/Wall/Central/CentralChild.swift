import Commands

/// Command line of the program that connects to the central database.
struct CentralChild: Sendable {
    static let name = "callboard-central"

    private let file: String?
    private let path: @Sendable () -> String?
    /// Selection of sites and bridges.
    let choice: WallSettings.Central

    /// - Parameters:
    ///   - file: configuration file named on the command line.
    ///   - path: returns the path of the program; nil if it is not installed.
    init(
        _ choice: WallSettings.Central, file: String?,
        path: @escaping @Sendable () -> String? = { BesideProgram.path(of: name) }
    ) {
        self.choice = choice
        self.file = file
        self.path = path
    }

    /// The same program with another selection.
    func showing(_ choice: WallSettings.Central) -> CentralChild {
        CentralChild(choice, file: file, path: path)
    }

    /// Arguments of a command; nil if the program is not installed.
    ///
    /// - Parameters:
    ///   - options: additional options of this command.
    ///   - operands: arguments that must not be parsed as options.
    func words(_ command: String, _ options: [String] = [], _ operands: [String] = []) -> [String]?
    {
        guard let path = path() else { return nil }
        return [path, command] + options + choice.sites.map { "--site=\($0)" }
            + choice.bridges.map { "--bridge=\($0)" } + (file.map { ["--config=\($0)"] } ?? [])
            + (operands.isEmpty ? [] : ["--"] + operands)
    }
}
