internal import Linux

/// The subscribed signals and their handlers.
@LoopActor
final class SignalMatches {
    private enum Watch {
        case signals(MatchRule, text: String, @LoopActor (BusSignal) -> Void)
        case owner(of: String)
    }

    private let calls: PendingCalls
    private let patience: BusPatience
    private let owners: NameOwners
    private var watches: [UInt64: Watch] = [:]
    private var nextNumber: UInt64 = 0

    /// Receives the rules that the bus refuses.
    weak var owner: BusConnection?

    init(_ calls: PendingCalls, _ patience: BusPatience) {
        self.calls = calls
        self.patience = patience
        owners = NameOwners(calls, patience)
    }

    func add(
        _ rule: MatchRule, isUp: Bool, _ handler: @escaping @LoopActor (BusSignal) -> Void
    ) throws(BusError) -> BusWatch {
        let text = try rule.text()
        nextNumber += 1
        watches[nextNumber] = .signals(rule, text: text, handler)
        // The bus answers in order: the owner is known before the first signal arrives.
        if let name = rule.changeableSender { owners.follow(name, isUp: isUp) }
        if isUp { ask(for: rule, text) }
        return BusWatch(number: nextNumber)
    }

    func addOwner(
        of name: String, isUp: Bool, _ handler: @escaping @LoopActor (String?) -> Void
    ) throws(BusError) -> BusWatch {
        try BusNames.check(busName: name)
        nextNumber += 1
        watches[nextNumber] = .owner(of: name)
        owners.follow(name, isUp: isUp)
        owners.add(handler, for: name, as: nextNumber)
        return BusWatch(number: nextNumber)
    }

    func end(_ watch: BusWatch) {
        switch watches.removeValue(forKey: watch.number) {
        case .signals(let rule, let text, _):
            calls.tell(BusDriver.call("RemoveMatch", [.string(text)]))
            if let name = rule.changeableSender { owners.unfollow(name) }
        case .owner(let name):
            owners.removeHandler(for: name, as: watch.number)
            owners.unfollow(name)
        case nil: break
        }
    }

    func connect() {
        owners.connect()
        for number in watches.keys.sorted() {
            if case .signals(let rule, let text, _) = watches[number] { ask(for: rule, text) }
        }
    }

    func disconnect() {
        owners.disconnect()
    }

    func take(_ message: borrowing Message) {
        // A message without a sender was made by libdbus itself.
        guard let sender = message.sender, let path = message.path,
            let interface = message.interface, let member = message.member
        else { return }
        let isOfBus = sender == BusDriver.name
        let isAboutOwner =
            isOfBus && interface == BusDriver.name && member == BusDriver.ownerChanged
        let fitting = watches.filter { _, watch in
            guard case .signals(let rule, _, _) = watch else { return false }
            return isWanted(sender, by: rule)
                && rule.fits(path: path, interface: interface, member: member)
        }
        guard isAboutOwner || !fitting.isEmpty, let arguments = try? message.arguments() else {
            return
        }
        if isAboutOwner { owners.take(arguments) }
        let signal = BusSignal(sender: sender, path, interface, member, arguments)
        for number in fitting.keys.sorted() {
            // An earlier handler may have ended the watch.
            guard case .signals(let rule, _, let handler) = watches[number] else { continue }
            if rule.fits(arguments) { handler(signal) }
        }
    }

    /// Whether the sender matches.
    ///
    /// Any peer can send signals to any other, so the bus is not trusted with this check.
    private func isWanted(_ sender: String, by rule: MatchRule) -> Bool {
        if let name = rule.changeableSender { return owners.owner(of: name) == sender }
        return rule.sender == nil || rule.sender == sender
    }

    private func ask(for rule: MatchRule, _ text: String) {
        let call = BusDriver.call("AddMatch", [.string(text)])
        calls.call(call, within: patience.answer) { [self] result in
            guard case .failure(let error) = result, error != .disconnected else { return }
            owner?.refused(rule, error)
        }
    }
}
