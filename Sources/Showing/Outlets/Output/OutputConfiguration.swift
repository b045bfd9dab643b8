import Control
package import Formats
package import Linux
package import Notices
package import Settings

/// Lines in a format, and the file, pipe or device they are appended to; standard output if there
/// is no file.
package struct OutputConfiguration: OutletConfiguration {
    package typealias Planned = FileOutlet

    /// Word that selects no output.
    package static let none = "null"
    /// Reason of the failure of a pipe without a reader.
    package static let nobodyReads = "no program reads it"
    /// Pauses between checks for a reader of a pipe, which no event reports.
    private static let pauses: ClosedRange<Duration> = .seconds(1)...(.seconds(10))

    private static let formatKey = Key<OutputFormat>(
        "format", .choice, default: .json, summary: "The format of the notifications")
    private static let fileKey = Key<String?>.optional(
        "file", .file, isRequired: true, example: "/var/lib/callboard/notices.jsonl",
        summary: "The file, pipe or device to which notifications are appended")

    /// The sections `[output NAME]`.
    package static let section = Section(
        "output", placeholder: "NAME", summary: "A file to which notifications are appended",
        details: [
            "With a template, the file has one line in UTF-8 for each event, and format is "
                + "ignored.",
            "The file is created if it does not exist, and private to its owner. SIGHUP reopens "
                + "it, for log rotation.",
        ],
        keys: [formatKey.entry, fileKey.entry, OutletKeys.silent.entry] + TemplateKeys.all)
    package static var family: OutletFamily { .output }

    /// Format of the lines.
    package var format: OutputFormat
    /// Path of the file; nil for standard output.
    package var file: String?
    /// Templates of the lines; nil if the format defines them.
    package var templates: Templates?
    /// Whether the output is in the configuration, so that its file may appear later.
    package var isConfigured = false
    /// Treatment of silent notifications: `hide` omits them; `quiet` and `show` both write them.
    package var silence = Silence.quiet

    /// Creates an output of the command line.
    package init(format: OutputFormat, file: String? = nil) {
        self.format = format
        self.file = file
    }

    package init(_ section: SectionValues) {
        self.init(format: section[Self.formatKey], file: section[Self.fileKey])
        templates = Templates(section)
        isConfigured = true
        silence = section[OutletKeys.silent]
    }

    /// Empty: outputs are distinguished by their files.
    package var name: String { "" }
    package var whereabouts: String { file ?? "standard output" }
    package var title: String { whereabouts }
    /// The file, however its path is written; nil if a section lacks it.
    package var place: FilePlace? {
        isConfigured && file == nil ? nil : FilePlace(file ?? "/dev/stdout")
    }
    /// The key that names the file.
    package var placeKey: KeyEntry { Self.fileKey.entry }

    /// Returns the problems of call or phone templates without a notification template.
    package static func problems(with section: SectionValues) -> [SettingsProblem] {
        Templates.problemsAlone(with: section)
    }

    /// Opens the file; retries a configured file that cannot be opened yet.
    package func make(in surroundings: OutletSurroundings) throws(OutletRefusal) -> any Outlet {
        guard let file else {
            return try StandardOutputOutlet.standardOutput(
                format, showsSource: surroundings.showsSource, report: surroundings.report)
        }
        let tell = surroundings.tell
        let lines = lines(showingSource: surroundings.showsSource)
        let opened: AppendFile?
        do throws(Errno) {
            opened = try AppendFile(file)
        } catch .noSuchDevice {
            // A pipe without a reader, which may appear later.
            opened = nil
        } catch {
            guard isConfigured else {
                throw OutletRefusal("\(file.printable) cannot be written: \(error)")
            }
            return FileOutlet(missing: error, at: file, format: lines, tell: tell)
        }
        if let opened, opened.waitable == nil {
            return FileOutlet(opened, at: file, format: lines, tell: tell)
        }
        // The reader of a pipe sees its end when the last writer closes it.
        return withExtendedLifetime(opened) {
            SupervisedOutlet(file, pauses: Self.pauses, tell: tell) {
                (failed) throws(SupervisedOutlet.Failure) -> any Outlet in
                try Self.open(file, lines, tell, failed)
            }
        }
    }

    private func lines(showingSource showsSource: Bool) -> any EventFormat {
        let lines: any EventFormat =
            templates.map { TemplateFormat($0) } ?? format.make(showsSource: showsSource)
        return silence == .hide ? SilencedFormat(lines, .hide) : lines
    }

    /// Opens a pipe or a device.
    @LoopActor
    private static func open(
        _ path: String, _ format: any EventFormat, _ tell: @escaping @LoopActor (String) -> Void,
        _ failed: @escaping @LoopActor (SupervisedOutlet.Failure) -> Void
    ) throws(SupervisedOutlet.Failure) -> any Outlet {
        do throws(Errno) {
            let file = try AppendFile(path)
            guard let descriptor = file.waitable else { throw Errno.notPermitted }
            return try StandardOutputOutlet(to: descriptor, format: format) { report in
                switch report {
                case .closed: failed(SupervisedOutlet.Failure(nobodyReads))
                case .failed(let error): failed(SupervisedOutlet.Failure("\(error)"))
                // The status counts them.
                case .dropped: break
                case .gaveUp(let bytes): tell("\(path) could not take the last \(bytes) bytes")
                }
            }
        } catch {
            throw SupervisedOutlet.Failure(error == .noSuchDevice ? nobodyReads : "\(error)")
        }
    }
}

extension OutputConfiguration {
    /// The option of commands that take outputs.
    package static let parameter = Parameter<[(word: String, file: String?)]>.choicesAndFiles(
        "format", letter: "F", placeholder: "FORMAT[:FILE]",
        among: OutputFormat.allCases.map(\.rawValue) + [none],
        summary: "Write notifications in this format, to standard output or to the end of a "
            + "file")

    /// Returns the outputs of the command line, or a board on standard output if there are none.
    package static func plans(_ given: [(word: String, file: String?)]) -> [OutputConfiguration] {
        if given.isEmpty { return [OutputConfiguration(format: .board)] }
        return given.compactMap { word, file in
            OutputFormat(rawValue: word).map {
                OutputConfiguration(format: $0, file: file == "-" ? nil : file)
            }
        }
    }

    /// Returns an error message if two outputs name the same file: their lines would get mixed up.
    package static func problem(with plans: [any OutletConfiguration]) -> String? {
        let outputs = plans.compactMap { $0 as? OutputConfiguration }
        return outputs.indices.first { index in
            outputs[..<index].contains { $0.place == outputs[index].place }
        }.map { "\(outputs[$0].title.printable) is named by two outputs" }
    }
}
