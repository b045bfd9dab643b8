import Captures
import Commands
import Formats
import Linux
import Notices
import Settings

/// Player that reads a capture or a recording and prints its events.
struct ReplayPlayer {
    private let options: ReplayCommand
    private let name: String
    private var format: any EventFormat
    private let columns: Int?
    private var progress = ProgressLine()

    init(_ options: ReplayCommand) {
        self.options = options
        name = options.path == "-" ? "standard input" : options.path.printable
        let output = StandardStream.output.rawValue
        columns = Terminal.isTerminal(output) ? Terminal.columns(of: output) : nil
        format = options.format.make(
            isColored: Terminal.wantsColor(on: output), showsSource: options.showsSource)
    }

    mutating func run() -> ExitStatus {
        do throws(OpeningError) {
            var replay = try opened()
            do throws(Errno) {
                try write(format.header)
                while let events = try next(of: &replay) {
                    for event in events { try write(format.lines(for: event, columns: columns)) }
                }
            } catch .brokenPipe {
                return .success
            } catch {
                progress.clear()
                Messages.say("standard output cannot be written: \(error)")
                return .outputFailed
            }
            progress.clear()
            for sentence in sentences(about: replay.summary) { Messages.say(sentence) }
            if let problem {
                Messages.say("\(problem)")
                return .badData
            }
            return .success
        } catch {
            Messages.say("\(error)")
            return failedToOpen ? .noInput : .badData
        }
    }

    /// Error at which reading of the file stopped; nil if it was read to its end.
    private var problem: OpeningError?
    private var failedToOpen = false

    private mutating func opened() throws(OpeningError) -> Replay {
        let descriptor: FileDescriptor
        do throws(Errno) {
            descriptor =
                try options.path == "-"
                ? FileDescriptor.duplicate(of: StandardStream.input.rawValue)
                : FileDescriptor.open(readingFrom: options.path)
        } catch {
            failedToOpen = true
            throw OpeningError(file: name, sentence: "cannot be read: \(error)")
        }
        let size = descriptor.size
        return try Replay(reading: descriptor, named: name, size: size)
    }

    private mutating func next(of replay: inout Replay) throws(Errno) -> [BridgeEvent]? {
        do throws(OpeningError) {
            let events = try replay.next()
            progress.show(done: replay.bytesDone, of: replay.size)
            return events
        } catch {
            problem = error
            return nil
        }
    }

    private mutating func write(_ bytes: [UInt8]) throws(Errno) {
        guard !bytes.isEmpty else { return }
        progress.makeRoom()
        try StandardStream.output.write(bytes)
    }

    private func sentences(about summary: ReplaySummary) -> [String] {
        var sentences: [String] = []
        let count = summary.phones.reduce(0) { $0 + $1.announcements }
        sentences.append(
            summary.phones.isEmpty
                ? "\(name): no phone announced a notification in \(summary.records) records"
                : "\(name): \(summary.records) records, phones: \(summary.phones.count), "
                    + "announcements: \(count)")
        if summary.phones.contains(where: \.isRecognisedByShape) {
            sentences.append(
                "the capture does not say which characteristics these are; they were recognised by "
                    + "what they carried")
        }
        let passedOver = summary.passedOver
        if passedOver.unreadAnnouncements > 0 {
            sentences.append(
                "passed over: \(passedOver.unreadAnnouncements) values on "
                    + "\(passedOver.unreadLinks) connections that may announce notifications; the "
                    + "capture "
                    + "does not say which characteristic they are of, and there was no request "
                    + "about them")
        }
        if passedOver.surplus > 0 {
            sentences.append(
                "passed over: \(passedOver.surplus) packets, because of too many connections or "
                    + "phones")
        }
        if passedOver.otherServices > 0 {
            sentences.append(
                "passed over, requests and values of other services: \(passedOver.otherServices)")
        }
        for phone in summary.phones where !phone.facts.isEmpty {
            sentences.append(
                "\(Text(phone.name).cleaned()): \(phone.facts.joined(separator: ", "))")
        }
        if summary.isCut { sentences.append("\(name): the last record is incomplete") }
        return sentences
    }
}
