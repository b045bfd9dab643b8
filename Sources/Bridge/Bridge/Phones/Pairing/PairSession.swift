import Commands
import Configuration
import Features
import Linux
import Notices
import Outlets
import Radio

/// Pairing from the command line on a radio of its own, without a bridge.
@LoopActor
final class PairSession: Outlet {
    /// Time in which a script waits for a paired phone to share its notifications.
    static let scriptPatience: Duration = .seconds(10)

    private let terminal: PairingTerminal
    private let radio: any PairingRadio
    private let talk: PairingDialogue
    private let mailbox = Mailbox<CommandEnd>()

    private init(
        _ options: PairCommand, _ settings: BridgeSettings, _ kind: RealRadio,
        _ terminal: PairingTerminal
    ) {
        self.terminal = terminal
        radio = kind.make(settings, options.state)
        talk = PairingDialogue(
            radio, method: options.method, for: options.timeout,
            sharing: options.saysYes ? Self.scriptPatience : options.timeout)
        talk.teller = self
    }

    /// Pairs on the calling thread until it ends.
    nonisolated static func run(
        _ options: PairCommand, _ settings: BridgeSettings, _ kind: RealRadio
    ) -> ExitStatus {
        PairingTerminal.run(options) { terminal in
            await PairSession(options, settings, kind, terminal).pair()
        }
    }

    private func pair() async -> CommandEnd {
        terminal.ended = { [mailbox] in mailbox.post($0) }
        let bridge = Bridge(
            radio: radio, outlets: [self], further: FurtherFeatures([]), pace: Pace())
        bridge.advise = { [terminal] in terminal.advise($0) }
        talk.start()
        bridge.start {}
        let end = await mailbox.next() ?? CommandEnd(.success)
        terminal.beginEnding()
        talk.stop()
        await finished { bridge.stop($0) }
        return end.status == .failure && talk.hasPaired ? CommandEnd(.success) : end
    }

    func show(_ event: BridgeEvent) {
        talk.take(event)
    }
}

extension PairSession: PairingReporter {
    func tell(_ news: PairingProgress) { terminal.tell(news) }

    func ask(_ question: PairingProgress, _ answer: @escaping @LoopActor (Bool) -> Void) {
        terminal.ask(question, answer)
    }

    func withdraw() { terminal.withdraw() }

    func over(_ hasPaired: Bool) { mailbox.post(CommandEnd(hasPaired ? .success : .failure)) }
}
