internal import Linux

/// Who owns the names that we have to do with: signals tell only the unique name of their sender.
@LoopActor
final class OwnerBook {
    private struct Entry {
        var users = 0
        var owner: String?
        var isKnown = false
        var handlers: [UInt64: @LoopActor (String?) -> Void] = [:]
    }

    private let calls: CallBook
    private var entries: [String: Entry] = [:]

    init(_ calls: CallBook) {
        self.calls = calls
    }

    func owner(of name: String) -> String? {
        entries[name]?.owner
    }

    /// Follows a name for one more user.
    func follow(_ name: String, isUp: Bool) {
        entries[name, default: Entry()].users += 1
        if entries[name]?.users == 1, isUp { ask(about: name) }
    }

    func unfollow(_ name: String) {
        entries[name]?.users -= 1
        guard let users = entries[name]?.users, users <= 0 else { return }
        entries[name] = nil
        if let rule = try? BusDriver.ownerRule(for: name).text() {
            calls.tell(BusDriver.call("RemoveMatch", [.string(rule)]))
        }
    }

    /// Tells a handler about a name that is followed, at once where its owner is known.
    func add(
        _ handler: @escaping @LoopActor (String?) -> Void, for name: String, as number: UInt64
    ) {
        entries[name]?.handlers[number] = handler
        guard let entry = entries[name], entry.isKnown else { return }
        EventLoop.shared.after(.zero) { [weak self] in
            guard let self, let entry = entries[name], entry.isKnown else { return }
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
        for name in entries.keys.sorted() where entries[name]?.isKnown == true {
            entries[name]?.isKnown = false
            entries[name]?.owner = nil
            tell(nil, about: name)
        }
    }

    /// Takes the bus's word that a name has another owner.
    func take(_ arguments: [BusValue]) {
        guard arguments.count == 3, let name = arguments[0].asString,
            let owner = arguments[2].asString
        else { return }
        set(owner.isEmpty ? nil : owner, of: name)
    }

    private func ask(about name: String) {
        if let rule = try? BusDriver.ownerRule(for: name).text() {
            calls.tell(BusDriver.call("AddMatch", [.string(rule)]))
        }
        let call = BusDriver.call("GetNameOwner", [.string(name)])
        calls.call(call, within: .seconds(25)) { [weak self] result in
            switch result {
            case .success(let values): self?.set(values.first?.asString, of: name)
            case .failure(.remote): self?.set(nil, of: name)
            case .failure: break
            }
        }
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
