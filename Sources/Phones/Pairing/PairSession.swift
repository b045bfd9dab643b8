import Bridge
import Commands
import Configuration
import Linux
import Notices
import Outlets
import Radio
import Radios

/// A pairing from the command line on a radio of its own, where no bridge runs.
@LoopActor
final class PairSession: Outlet {
    /// How long a script waits for a paired phone to share its notifications.
    static let scriptPatience: Duration = .seconds(10)

    private let terminal: PairingTerminal
    private let radio: any PairingRadio
    private var talk: PairingTalk?
    private var bridge: Bridge?

    private init(
        _ options: PairOptions, _ settings: BridgeSettings, _ kind: RealRadio,
        finish: @escaping @LoopActor (PairingTerminal.Ending) -> Void
    ) {
        let terminal = PairingTerminal(options, finish: finish)
        self.terminal = terminal
        radio = kind.make(settings, options.state)
        talk = PairingTalk(
            radio, method: options.method, for: options.timeout,
            sharing: options.saysYes ? Self.scriptPatience : options.timeout,
            PairingTalk.Teller(
                tell: { terminal.tell($0) }, ask: { terminal.ask($0, $1) },
                withdraw: { terminal.withdraw() },
                over: { [weak self] hasPaired in self?.end(hasPaired ? .success : .failure) }))
    }

    /// Pairs on the calling thread until it is over.
    nonisolated static func run(
        _ options: PairOptions, _ settings: BridgeSettings, _ kind: RealRadio
    ) -> ExitStatus {
        PairingTerminal.run { finish in
            let session = PairSession(options, settings, kind, finish: finish)
            session.start()
            return session
        }
    }

    private func start() {
        terminal.endWanted = { [weak self] status in
            guard let self else { return }
            end(status == .failure && talk?.hasPaired == true ? .success : status)
        }
        guard terminal.open() else { return }
        let bridge = Bridge(radio: radio, outlets: [self], pace: Pace())
        self.bridge = bridge
        bridge.advise = { [terminal] in terminal.advise($0) }
        talk?.start()
        bridge.start {}
    }

    func show(_ event: BoardEvent) {
        talk?.take(event)
    }

    private func end(_ status: ExitStatus) {
        guard terminal.beginEnding(PairingTerminal.Ending(status: status)) else { return }
        talk?.stop()
        guard let bridge else { return terminal.finishWriting() }
        bridge.stop { [terminal] in terminal.finishWriting() }
    }
}
