import Arguments
package import Configuration
import Formats
package import Linux
import Notices
package import Outlets

/// The outlets of a bridge that write: standard output, files, pipes and devices.
@LoopActor
package final class Outputs {
    /// What the owner has to know.
    package enum News {
        /// Nobody reads standard output any more.
        case closed
        /// Standard output failed.
        case failed(Errno)
        /// Something that a person should know, in a sentence without content.
        case advice(String)
    }

    /// Why an output cannot begin.
    package struct Refusal: Error {
        /// Why, in a sentence without content.
        package let sentence: String
    }

    private let showsSource: Bool
    private let report: @LoopActor (News) -> Void
    /// Those that are open or tried again, by the name that each has in the status.
    package private(set) var outlets: [(name: String, outlet: any Outlet)] = []
    private var targets: [OutputTarget] = []
    /// Events of standard output that its reader was too slow for.
    private var leftOutEvents = 0
    /// Bytes of it at the end likewise.
    private var leftOutBytes = 0

    /// No outputs yet; `open` brings them.
    package init(showsSource: Bool, report: @escaping @LoopActor (News) -> Void) {
        self.showsSource = showsSource
        self.report = report
    }

    /// Opens all of these, or none.
    ///
    /// A file that the configuration names is tried again where it cannot be opened yet.
    package func open(_ targets: [OutputTarget]) throws(Refusal) {
        var opened: [(name: String, outlet: any Outlet)] = []
        for target in targets { try opened.append((target.name, outlet(for: target))) }
        outlets += opened
        self.targets += targets
    }

    /// Opens what is new among these, lets go of what is not among them any more, and keeps the rest; or,
    /// where something cannot be opened, leaves all as it is.
    ///
    /// - Returns: the outlets that nothing may be shown to any more, each to be finished.
    func replace(_ targets: [OutputTarget]) throws(Refusal) -> [any Outlet] {
        let added = targets.filter { !self.targets.contains($0) }
        let before = (outlets, self.targets)
        do throws(Refusal) {
            try open(added)
        } catch {
            (outlets, self.targets) = before
            throw error
        }
        let gone = zip(self.targets, outlets).filter { !targets.contains($0.0) }
        let kept = zip(self.targets, outlets).filter { targets.contains($0.0) }
        (self.targets, outlets) = (kept.map(\.0), kept.map(\.1))
        return gone.map(\.1.outlet)
    }

    /// Begins files anew that were moved away.
    package func reopen() {
        for case let file as FileOutlet in outlets.map(\.outlet) { file.reopen() }
    }

    /// Whether standard output is the only one, so that nothing is left to do without it.
    var isStandardOutputAlone: Bool {
        outlets.count == 1 && outlets.first?.outlet is ConsoleOutlet
    }

    /// Writes what is left, and calls `done` once: after the limit at the latest, where there is one.
    package func finish(within limit: Duration?, _ done: @escaping @LoopActor () -> Void) {
        let farewell = Farewell(within: limit, done)
        for (_, outlet) in outlets {
            farewell.wait { outlet.finish(within: limit, $0) }
        }
        farewell.begin()
    }

    /// What is to be told in the end.
    package var sentences: [String] {
        var sentences: [String] = []
        if leftOutEvents > 0 {
            sentences.append("the reader was too slow; events that were left out: \(leftOutEvents)")
        }
        if leftOutBytes > 0 {
            sentences.append(
                "the reader was too slow; bytes that were left out at the end: \(leftOutBytes)")
        }
        return sentences
    }

    private func outlet(for target: OutputTarget) throws(Refusal) -> any Outlet {
        guard let path = target.file else { return try standardOutput(target.format) }
        let tell: @LoopActor (String) -> Void = { [report] in report(.advice($0)) }
        let file: AppendFile?
        do throws(Errno) {
            file = try AppendFile(path)
        } catch .noSuchDevice {
            // A pipe that nobody reads yet: somebody may, later.
            file = nil
        } catch {
            guard target.isConfigured else {
                throw Refusal(sentence: "\(path.printable) cannot be written: \(error)")
            }
            return FileOutlet(
                missing: error, at: path, format: format(of: target), tell: tell)
        }
        if let file, file.waitable == nil {
            return FileOutlet(file, at: path, format: format(of: target), tell: tell)
        }
        let format = format(of: target)
        let make: SupervisedOutlet.Maker = {
            (failed) throws(SupervisedOutlet.Failure) -> any Outlet in
            try Self.waitable(path, format, tell, failed)
        }
        return SupervisedOutlet(path, pauses: Self.pauses, tell: tell, make: make)
    }

    private func standardOutput(_ format: OutputFormat) throws(Refusal) -> any Outlet {
        do throws(Errno) {
            let descriptor = StandardStream.output.rawValue
            return try ConsoleOutlet(
                to: descriptor,
                format: format.make(
                    isColored: Terminal.wantsColor(on: descriptor), showsSource: showsSource)
            ) { [weak self] report in self?.take(report) }
        } catch {
            throw Refusal(sentence: "standard output cannot be written: \(error)")
        }
    }

    private func format(of target: OutputTarget) -> any EventFormat {
        let format: any EventFormat =
            target.templates.map { TemplateFormat($0) }
            ?? target.format.make(showsSource: showsSource)
        return target.silence == .hide ? SilencedFormat(format, .hide) : format
    }

    /// What is said of a pipe without a reader.
    package nonisolated static let nobodyReads = "nobody reads it"
    /// How long until the next look whether somebody reads a pipe, which nobody tells.
    private nonisolated static let pauses: ClosedRange<Duration> = .seconds(1)...(.seconds(10))

    /// Opens a pipe or a device.
    private static func waitable(
        _ path: String, _ format: any EventFormat, _ tell: @escaping @LoopActor (String) -> Void,
        _ failed: @escaping @LoopActor (SupervisedOutlet.Failure) -> Void
    ) throws(SupervisedOutlet.Failure) -> any Outlet {
        do throws(Errno) {
            let file = try AppendFile(path)
            guard let descriptor = file.waitable else {
                throw Errno.notPermitted
            }
            return try ConsoleOutlet(to: descriptor, format: format) { report in
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

    private func take(_ report: ConsoleOutlet.Report) {
        switch report {
        case .dropped(let events): leftOutEvents += events
        case .gaveUp(let bytes): leftOutBytes = bytes
        case .closed: self.report(.closed)
        case .failed(let error): self.report(.failed(error))
        }
    }
}
