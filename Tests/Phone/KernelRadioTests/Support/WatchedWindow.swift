import Linux
import Radio

@testable import KernelRadio

/// A pairing window, and what it has told, in words.
@LoopActor
final class WatchedWindow {
    private(set) var events: [String] = []
    /// The answers to its questions.
    private(set) var answers: [@LoopActor (Bool) -> Void] = []
    /// Called with each event.
    var onEvent: @LoopActor (String) -> Void = { _ in }

    func take(_ event: PairingEvent) {
        let words =
            switch event {
            case .opened: "opened"
            case .passkey(let number, let phone): "passkey \(number) \(phone)"
            case .compare(let number, let phone, _): "compare \(number) \(phone)"
            case .confirm(let phone, _): "confirm \(phone)"
            case .oldBond(let phone, _, _): "old bond \(phone)"
            case .oldBondRemoved(let phone): "old bond removed \(phone)"
            case .oldBondKept(let phone, _): "old bond kept \(phone)"
            case .withdrawn: "withdrawn"
            case .turnedAway(let phone): "turned away \(phone)"
            case .bonded(let phone): "bonded \(phone.address) \(phone.name)"
            case .closed(.failed(let reason)): "closed failed: \(reason)"
            case .closed(let end): "closed \(end)"
            }
        switch event {
        case .compare(_, _, let answer), .confirm(_, let answer), .oldBond(_, _, let answer):
            answers.append(answer)
        default: break
        }
        events.append(words)
        onEvent(words)
    }

    /// Answers the last question.
    func answer(_ isYes: Bool) {
        answers.last?(isYes)
    }
}

extension RadioBench {
    /// Opens a window, and waits until it is open.
    func openWindow(
        _ method: PairingMethod = .compare, for time: Duration = .seconds(60)
    ) async -> WatchedWindow {
        let window = WatchedWindow()
        radio?.openWindow(method, for: time) { window.take($0) }
        await settle()
        return window
    }

    /// The kernel tells the keys of a pairing, which the link of a phone uses from then on.
    func tellKeys(
        _ keys: [LongTermKey?] = [Sample.key()], of identity: PeerAddress = Sample.ann,
        formerly address: PeerAddress = Sample.private1, hasIdentityKey: Bool = true
    ) async {
        if hasIdentityKey, let key = Sample.identityKey(identity) {
            fake.emit(
                .newIdentityResolvingKey(storeHint: true, resolvable: address.address, key))
        }
        for key in keys.compactMap(\.self) {
            fake.emit(.newLongTermKey(storeHint: true, key))
        }
        await settle()
    }

    /// Lets the keys become a bond.
    func letKeysSettle() async {
        pace.pass(.milliseconds(50))
        await settle()
    }
}
