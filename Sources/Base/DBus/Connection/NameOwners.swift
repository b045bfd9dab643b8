internal import Linux

/// Owners of well-known names; needed because signals carry only the unique name of their sender.
@LoopActor
final class NameOwners {
    @LoopActor private struct Entry {
        var users = 0
        var owner: String?
        var isKnown = false
        var handlers: [UInt64: @LoopActor (String?) -> Void] = [:]
        /// Grows while the bus does not answer.
        var pause: GrowingPause
        /// Runs before the bus is queried again.
        let alarm = Alarm()
    }

    private let calls: PendingCalls
    private let patience: BusPatience
    private var entries: [String: Entry] = [:]

    init(_ calls: PendingCalls, _ patience: BusPatience) {
        self.calls = calls
        self.patience = patience
    }

    func owner(of name: String) -> String? {
        entries[name]?.owner
    }

    /// Follows a name for one more user.
    func follow(_ name: String, isUp: Bool) {
        let longest = max(patience.firstPause, patience.longestPause)
        let new = Entry(pause: GrowingPause(patience.firstPause...longest))
        entries[name, default: new].users += 1
        if entries[name]?.users == 1, isUp { ask(about: name) }
    }

    func unfollow(_ name: String) {
        entries[name]?.users -= 1
        guard let entry = entries[name], entry.users <= 0 else { return }
        entry.alarm.cancel()
        entries[name] = nil
        if let rule = try? BusDriver.ownerRule(for: name).text() {
            calls.tell(BusDriver.call("RemoveMatch", [.string(rule)]))
        }
    }

    /// Adds a handler for a followed name.
    ///
    /// If the owner is known, the handler is called soon, but not before this function returns.
    func add(
        _ handler: @escaping @LoopActor (String?) -> Void, for name: String, as number: UInt64
    ) {
        entries[name]?.handlers[number] = handler
        guard let entry = entries[name], entry.isKnown else { return }
        EventLoop.shared.after(.zero, for: self) { book in
            guard let entry = book.entries[name], entry.isKnown else { return }
            entry.handlers[number]?(entry.owner)
        }
    }

    func removeHandler(for name: String, as number: UInt64) {
        entries[name]?.handlers[number] = nil
    }

    func connect() {
        for name in entries.keys.sorted() { ask(about: name) }
    }

    func disconnect() {
        for name in entries.keys {
            entries[name]?.alarm.cancel()
            entries[name]?.pause.reset()
        }
        for name in entries.keys.sorted() where entries[name]?.isKnown == true {
            entries[name]?.isKnown = false
            entries[name]?.owner = nil
            tell(nil, about: name)
        }
    }

    /// Processes `NameOwnerChanged`.
    func take(_ arguments: [BusValue]) {
        guard arguments.count == 3, let name = arguments[0].asString,
            let owner = arguments[2].asString
        else { return }
        set(owner.isEmpty ? nil : owner, of: name)
    }

    /// Queries the owner of a name and subscribes to its changes, with retries until the bus
    /// answers both.
    private func ask(about name: String) {
        if let rule = try? BusDriver.ownerRule(for: name).text() {
            let call = BusDriver.call("AddMatch", [.string(rule)])
            calls.call(call, within: patience.answer) { [self] result in
                if case .failure(let error) = result { askAgain(about: name, after: error) }
            }
        }
        let call = BusDriver.call("GetNameOwner", [.string(name)])
        calls.call(call, within: patience.answer) { [self] result in
            switch result {
            case .success(let values): set(values.first?.asString, of: name)
            case .failure(.remote(name: BusErrorName.nameHasNoOwner, _)):
                set(nil, of: name)
            case .failure(let error):
                if case .remote = error, entries[name]?.isKnown == false { set(nil, of: name) }
                askAgain(about: name, after: error)
            }
        }
    }

    /// Schedules a retry: without one, a single slow answer would hide the name forever.
    private func askAgain(about name: String, after error: BusError) {
        // After a reconnection everything is queried again.
        guard error != .disconnected, let alarm = entries[name]?.alarm, !alarm.isSet,
            let pause = entries[name]?.pause.take()
        else { return }
        alarm.set(after: pause, for: self) { if $0.entries[name] != nil { $0.ask(about: name) } }
    }

    private func set(_ owner: String?, of name: String) {
        guard let entry = entries[name], !entry.isKnown || entry.owner != owner else { return }
        entries[name]?.owner = owner
        entries[name]?.isKnown = true
        tell(owner, about: name)
    }

    private func tell(_ owner: String?, about name: String) {
        for number in (entries[name]?.handlers ?? [:]).keys.sorted() {
            entries[name]?.handlers[number]?(owner)
        }
    }
}
