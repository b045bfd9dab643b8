import Linux

/// Outcome of a command: its exit status and the messages about it.
package struct CommandEnd: Error, Sendable {
    package var status: ExitStatus
    /// Messages for standard error, each without a full stop.
    package var sentences: [String]

    package init(_ status: ExitStatus, _ sentences: String...) {
        self.status = status
        self.sentences = sentences
    }

    /// Runs a command on the calling thread until it ends or a signal cancels it, prints its messages, and returns its status.
    ///
    /// The status of a signal takes precedence over that of the command. An error thrown after a signal is not printed,
    /// since the cancellation caused it.
    ///
    /// - Parameters:
    ///   - trouble: prefix of the message if signals cannot be watched.
    ///   - limit: time limit for writing each message; nil for no limit.
    package static func run(
        trouble: String = "", within limit: Duration? = nil,
        _ work: @escaping @LoopActor () async throws(CommandEnd) -> CommandEnd
    ) -> ExitStatus {
        EventLoop.run { await heedingSignals(trouble, work) }.tell(within: limit)
    }

    /// Prints the messages and returns the status.
    package func tell(within limit: Duration? = nil) -> ExitStatus {
        for sentence in sentences { Messages.say(sentence, within: limit) }
        return status
    }

    private enum News: Sendable {
        case signal(SignalWatcher.Signal)
        case returned(CommandEnd)
        case threw(CommandEnd)
    }

    @LoopActor
    private static func heedingSignals(
        _ trouble: String, _ work: @escaping @LoopActor () async throws(CommandEnd) -> CommandEnd
    ) async -> CommandEnd {
        let mailbox = Mailbox<News>()
        let signals: SignalWatcher
        do throws(Errno) {
            signals = try SignalWatcher([.interrupt, .terminate, .hangUp]) {
                mailbox.post(.signal($0))
            }
        } catch {
            return CommandEnd(.noResources, "\(trouble)\(error)")
        }
        defer { signals.stop() }
        let task = LoopActor.begin {
            do throws(CommandEnd) {
                mailbox.post(.returned(try await work()))
            } catch {
                mailbox.post(.threw(error))
            }
        }
        var signal: SignalWatcher.Signal?
        while let news = await mailbox.next() {
            switch news {
            case .signal(let caught):
                signal = signal ?? caught
                task.cancel()
            case .returned(var end):
                if let signal { end.status = .signal(signal.rawValue) }
                return end
            case .threw(let end): return signal.map { CommandEnd(.signal($0.rawValue)) } ?? end
            }
        }
        return CommandEnd(.success)
    }
}
