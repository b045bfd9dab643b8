import Contract
package import Formats
package import Linux
package import Notices
package import Settings

/// Lines in a format, and the file, pipe or device that they are added to; without a file, standard output.
package struct OutputConfiguration: OutletConfiguration {
    package typealias Planned = FileOutlet

    /// The word for no output at all.
    package static let none = "null"
    /// The reason that a pipe without a reader fails.
    package static let nobodyReads = "nobody reads it"
    /// How long until the next look whether a pipe has a reader, which no event tells.
    private static let pauses: ClosedRange<Duration> = .seconds(1)...(.seconds(10))

    private static let formatKey = Key<OutputFormat>(
        "format", .choice, default: .json, summary: "How notices are written")
    private static let fileKey = Key<String?>.optional(
        "file", .file, isRequired: true, example: "/var/lib/callboard/notices.jsonl",
        summary: "The file, pipe or device that notices are added to")

    /// The sections `[output NAME]`.
    package static let section = Section(
        "output", placeholder: "NAME", summary: "A file that notices are added to",
        details: [
            "With a template the file has one line in UTF-8 for each event, as the template "
                + "says, and format "
                + "means nothing.",
            "The file is created if it does not exist, and private to its owner. SIGHUP reopens "
                + "it, for log rotation.",
        ],
        keys: [formatKey.entry, fileKey.entry, OutletKeys.silent.entry] + TemplateKeys.all)
    /// It is an output.
    package static var family: OutletFamily { .output }

    /// The format in which notices are written.
    package var format: OutputFormat
    /// The file's path; nil for standard output.
    package var file: String?
    /// How a person wants the lines; nil where the format says.
    package var templates: Templates?
    /// Whether the configuration names it, so that it may come once a disk is there.
    package var isConfigured = false
    /// Whether what is delivered in silence is written; nothing written is louder than anything else.
    package var silence = Silence.quiet

    /// An output as it was typed.
    package init(format: OutputFormat, file: String? = nil) {
        self.format = format
        self.file = file
    }

    /// Takes a section whose values are right.
    package init(_ section: SectionValues) {
        self.init(format: section[Self.formatKey], file: section[Self.fileKey])
        templates = Templates(section)
        isConfigured = true
        silence = section[OutletKeys.silent]
    }

    /// Outputs are told apart by their files.
    package var name: String { "" }
    /// The file's path.
    package var whereabouts: String { file ?? "standard output" }
    /// What it is called in sentences and in the status.
    package var title: String { whereabouts }
    /// The file, whichever way its path is written; nil if a section lacks it.
    package var place: FilePlace? {
        isConfigured && file == nil ? nil : FilePlace(file ?? "/dev/stdout")
    }
    /// The key that names the file.
    package var placeKey: KeyEntry { Self.fileKey.entry }

    /// Templates that need another one.
    package static func problems(with section: SectionValues) -> [SettingsProblem] {
        Templates.problemsAlone(with: section)
    }

    /// Opens the file; one that the configuration names is tried again if it cannot be opened yet.
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
            // A pipe without a reader, which may come later.
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
        // To the reader of a pipe the last writer that goes is its end.
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
    /// What options can name, as the option of each command that takes outputs has it.
    package static let parameter = Parameter<[(word: String, file: String?)]>.choicesAndFiles(
        "format", letter: "F", placeholder: "FORMAT[:FILE]",
        among: OutputFormat.allCases.map(\.rawValue) + [none],
        summary: "Write notices in this format, to standard output or to the end of a file")

    /// The outputs that were given, or standard output for people where none was.
    package static func plans(_ given: [(word: String, file: String?)]) -> [OutputConfiguration] {
        if given.isEmpty { return [OutputConfiguration(format: .board)] }
        return given.compactMap { word, file in
            OutputFormat(rawValue: word).map {
                OutputConfiguration(format: $0, file: file == "-" ? nil : file)
            }
        }
    }

    /// The error of outputs that are wanted at once, as a sentence: two for one file would write into
    /// each other.
    package static func problem(with plans: [any OutletConfiguration]) -> String? {
        let outputs = plans.compactMap { $0 as? OutputConfiguration }
        return outputs.indices.first { index in
            outputs[..<index].contains { $0.place == outputs[index].place }
        }.map { "\(outputs[$0].title.printable) is named by two outputs" }
    }
}
