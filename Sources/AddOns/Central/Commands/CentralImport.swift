import Commands
import History
import HistoryCommands
import PostgreSQL
import Settings

/// The command `import` of a centre: takes exports in for bridges that do not hand in themselves.
struct CentralImport {
    /// What is read.
    static let file = Operand(
        "FILE", kind: .file, isRepeatable: true,
        summary:
            "What callboard history export or callboard-central export wrote; - is standard input")
    private static let site = Parameter<String?>.text(
        "site", placeholder: "SITE",
        summary: "Where all of it belongs; without it, where each line says")
    private static let bridge = Parameter<String?>.text(
        "bridge", placeholder: "BRIDGE",
        summary: "The bridge that all of it is of; without it, the one that each line names")
    /// What can be chosen.
    static let options = [site.option, bridge.option]

    private let reader: IntakeReader
    private let files: [ExportFile]
    private let intake: CentralIntake
    private var others = 0

    /// Takes the files in, unless there is something wrong with one of them.
    static func run(_ arguments: ParsedArguments) -> ExitStatus {
        let reader = IntakeReader(site: arguments[site], bridge: arguments[bridge])
        let files = arguments[file].map(ExportFile.init)
        if let problem = reader.problem {
            Messages.say(problem)
            return .usage
        }
        // Where something is wrong with a file, nothing of any is taken in.
        for file in files where file.isRepeatable {
            let trouble = file.lines { line, _ in reader.read(line).mistake }
            guard let trouble else { continue }
            Messages.say(trouble.sentence)
            return trouble.status
        }
        guard let folder = try? WordFolder() else { return .failure }
        return CentralFile(arguments).asking(toWrite: true) { (_, centre) throws(ServerFailure) in
            let intake = CentralIntake(centre, folder)
            var command = CentralImport(reader: reader, files: files, intake: intake)
            return try command.run()
        }
    }

    private init(reader: IntakeReader, files: [ExportFile], intake: CentralIntake) {
        (self.reader, self.files, self.intake) = (reader, files, intake)
    }

    private mutating func run() throws(ServerFailure) -> ExitStatus {
        var trouble: ExportFile.Trouble?
        do throws(CentralIntake.Failure) {
            for file in files where trouble == nil {
                trouble = try file.lines { (line, number) throws(CentralIntake.Failure) in
                    try take(line, of: file, number)
                }
            }
            // What made sense before the mistake is kept.
            try intake.finish()
        } catch {
            tell()
            switch error {
            case .centre(let failure): throw failure
            case .notTaken(let sentence):
                Messages.say(sentence)
                return .badData
            case .refused(let sentence, let status):
                Messages.say(sentence)
                return status
            }
        }
        tell()
        guard let trouble else { return .success }
        Messages.say(trouble.sentence)
        return trouble.status
    }

    private mutating func take(
        _ line: [UInt8], of file: ExportFile, _ number: Int
    ) throws(CentralIntake.Failure) -> ExportFile.Mistake? {
        switch reader.read(line) {
        case .nothing: return nil
        case .other:
            others += 1
            return nil
        case .mistake(let mistake): return mistake
        case .notice(let stored, let origin):
            try intake.take(stored, of: origin, from: "\(file.name):\(number)")
            return nil
        }
    }

    private func tell() {
        let imported = intake.imported
        var sentence = "notices imported: \(imported.added)"
        if imported.known > 0 { sentence += ", there already: \(imported.known)" }
        if imported.passedOver > 0 {
            sentence += ", older than the centre keeps: \(imported.passedOver)"
        }
        if others > 0 { sentence += "; lines about beacons and connections left out: \(others)" }
        Messages.say(sentence)
    }
}
