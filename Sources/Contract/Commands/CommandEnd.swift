import Linux

/// How a command ends: with a status, and what a person has to know of that.
package struct CommandEnd: Error, Sendable {
    /// The status of the program.
    package var status: ExitStatus
    /// What is said on standard error once all is done, without a full stop each.
    package var sentences: [String]

    /// Ends with a status.
    package init(_ status: ExitStatus, _ sentences: String...) {
        self.status = status
        self.sentences = sentences
    }

    /// Does the work of a command on the calling thread until it is over or a signal cancels it, says what is to be said of the end,
    /// and gives the status.
    ///
    /// A signal's status takes the place of that of the work, and what the work throws then is not said: it failed because it was
    /// cancelled.
    ///
    /// - Parameters:
    ///   - trouble: what is said before the reason for which signals cannot be heeded.
    ///   - limit: how long standard error may take for each sentence; nil for as long as it takes.
    package static func run(
        trouble: String = "", within limit: Duration? = nil,
        _ work: @escaping @LoopActor () async throws(CommandEnd) -> CommandEnd
    ) -> ExitStatus {
        EventLoop.run { await heedingSignals(trouble, work) }.tell(within: limit)
    }

    /// Says what is to be said, and gives the status.
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
