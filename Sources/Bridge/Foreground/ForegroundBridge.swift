import ANCS
import Linux
import Notices
import Outlets
import Radio

/// A bridge whose only outlet is standard output, until a signal or its owner ends it.
@LoopActor
final class ForegroundBridge {
    /// How it ended, and what a person has to know about that.
    struct Ending: Sendable {
        let status: ExitStatus
        var sentences: [String] = []
    }

    /// What it is made of.
    struct Parts {
        /// What cannot start, as a sentence about it begins.
        var name: String
        var radio: any Radio
        var format: any EventFormat
        var configuration = Session.Configuration()
        var pace: Pace
    }

    /// How long standard error may take for what is said while the loop runs, and after a signal.
    private nonisolated static let wordLimit: Duration = .milliseconds(200)

    /// Nil until it has started.
    private(set) var bridge: Bridge?
    /// Called when the radio has no more phones to offer.
    var radioFinished: @LoopActor () -> Void = {}
    /// Says, before the bridge stops, what is to be told in the end.
    var lastWords: @LoopActor (ExitStatus) -> [String] = { _ in [] }

    private let parts: Parts
    private let finish: @LoopActor (Ending) -> Void
    private var console: ConsoleOutlet?
    private var signals: SignalWatcher?
    /// What is told in the end, once the end has begun.
    private var words: [String]?
    /// Events that the reader was too slow for.
    private var leftOutEvents = 0
    /// Bytes at the end that the reader was too slow for.
    private var leftOutBytes = 0

    /// - Parameter finish: called once, when everything is over.
    init(_ parts: Parts, finish: @escaping @LoopActor (Ending) -> Void) {
        self.parts = parts
        self.finish = finish
    }

    /// Runs one on the calling thread until it is over.
    ///
    /// - Parameter make: makes and starts it, and returns what must live as long.
    nonisolated static func run(
        _ make: @LoopActor (_ finish: @escaping @LoopActor (Ending) -> Void) -> AnyObject?
    ) -> ExitStatus {
        let ending = EventLoop.run { (finish: @escaping @LoopActor (Ending) -> Void) in
            var owner: AnyObject?
            owner = make { ending in
                owner = nil
                finish(ending)
            }
            _ = owner
        }
        // Signals have their usual effect again, so that nobody has to wait until this is heard.
        for sentence in ending.sentences {
            Messages.say(sentence, within: ending.status.isSignal ? wordLimit : nil)
        }
        return ending.status
    }

    /// Begins.
    func start() {
        do throws(Errno) {
            signals = try SignalWatcher([.interrupt, .terminate, .hangUp]) { [weak self] signal in
                self?.end(.signal(signal.rawValue))
            }
        } catch {
            let sentence = "\(parts.name) cannot start: \(error)"
            return close(Ending(status: .noResources, sentences: [sentence]))
        }
        do throws(Errno) {
            let console = try ConsoleOutlet(
                to: StandardStream.output.rawValue, format: parts.format
            ) { [weak self] report in self?.take(report) }
            self.console = console
            let bridge = Bridge(
                radio: parts.radio, outlets: [console], configuration: parts.configuration,
                pace: parts.pace)
            self.bridge = bridge
            bridge.advise = { Messages.say(Text($0).cleaned(), within: Self.wordLimit) }
            bridge.start { [weak self] in self?.radioFinished() }
        } catch {
            failToWrite(error)
        }
    }

    /// Ends once everything is written; whoever asks a second time does not wait for that.
    func end(_ status: ExitStatus) {
        guard words == nil else { return close(ending(with: status)) }
        words = lastWords(status)
        guard let bridge else { return close(ending(with: status)) }
        bridge.stop { [weak self] in
            self?.console?.finish(within: nil) {
                if let self { self.close(self.ending(with: status)) }
            }
        }
    }

    private func take(_ report: ConsoleOutlet.Report) {
        switch report {
        case .dropped(let events): leftOutEvents += events
        case .gaveUp(let bytes): leftOutBytes = bytes
        case .closed: abandon(Ending(status: .success))
        case .failed(let error): failToWrite(error)
        }
    }

    private func failToWrite(_ error: Errno) {
        let sentence = "standard output cannot be written: \(error)"
        abandon(Ending(status: .outputFailed, sentences: [sentence]))
    }

    private func ending(with status: ExitStatus) -> Ending {
        var ending = Ending(status: status)
        if leftOutEvents > 0 {
            ending.sentences.append(
                "the reader was too slow; events that were left out: \(leftOutEvents)")
        }
        if leftOutBytes > 0 {
            ending.sentences.append(
                "the reader was too slow; bytes that were left out at the end: \(leftOutBytes)")
        }
        ending.sentences += words ?? []
        return ending
    }

    /// Ends when there is nobody to write to.
    private func abandon(_ ending: Ending) {
        words = words ?? []
        guard let bridge else { return close(ending) }
        bridge.stop { [weak self] in self?.close(ending) }
    }

    private func close(_ ending: Ending) {
        signals?.stop()
        signals = nil
        finish(ending)
    }
}
