import DBus
import Linux

/// Watch of the players that other programs have on the session bus.
@LoopActor
final class OtherPlayerWatch {
    /// Pause before a player is asked again for its identity: a name may be there before its object.
    private nonisolated static let pause: Duration = .milliseconds(500)
    private static let bus = "org.freedesktop.DBus"

    private(set) var players = OtherPlayers()
    /// Whether the identities of all players that were there first are known.
    private(set) var isComplete = false
    private let connection: BusConnection
    private let changed: @LoopActor () -> Void
    private var watch: BusWatch?
    /// Number of the scan, by which answers to an earlier one are recognised.
    private var round = 0
    /// Names of the first scan that have not answered.
    private var open: Set<String> = []

    /// - Parameter changed: called after each change, never before `begin`.
    init(_ connection: BusConnection, changed: @escaping @LoopActor () -> Void) {
        self.connection = connection
        self.changed = changed
    }

    /// Begins again on a new connection.
    func begin() {
        end()
        let round = round
        if watch == nil {
            watch = try? connection.watch(
                MatchRule(
                    sender: Self.bus, interface: Self.bus, member: "NameOwnerChanged",
                    firstArgumentNamespace: MPRIS.root)
            ) { [weak self] in self?.take($0.arguments) }
        }
        let call = BusCall(Self.bus, "/org/freedesktop/DBus", Self.bus, "ListNames")
        connection.call(call, within: DesktopLimits.identity) { [weak self] result in
            guard let self, self.round == round else { return }
            let names = (try? result.get())?.first?.asStrings ?? []
            // Too many to read are not there; those that come later are seen.
            open = Set(names.filter(OtherPlayers.isOther).prefix(DesktopLimits.others))
            for name in open { add(name) }
            completeIfDone()
        }
    }

    /// Forgets all players: the connection is lost.
    func end() {
        round += 1
        players.removeAll()
        open = []
        isComplete = false
    }

    private func take(_ arguments: [BusValue]) {
        guard arguments.count == 3, let name = arguments[0].asString, OtherPlayers.isOther(name)
        else { return }
        if arguments[2].asString?.isEmpty ?? true {
            players.remove(name)
            open.remove(name)
            changed()
            completeIfDone()
        } else {
            add(name)
        }
    }

    private func add(_ name: String) {
        guard players.put(name, identity: nil) else { return done(name) }
        ask(name, attempt: 1)
    }

    private func ask(_ name: String, attempt: Int) {
        let round = round
        let call = BusCall(
            name, MPRIS.path, "org.freedesktop.DBus.Properties", "Get",
            [.string(MPRIS.root), .string("Identity")])
        connection.call(call, within: DesktopLimits.identity) { [weak self] result in
            guard let self, self.round == round, players.has(name) else { return }
            if let identity = (try? result.get())?.first?.asString {
                _ = players.put(name, identity: identity)
            } else if attempt < DesktopLimits.attempts {
                EventLoop.shared.after(Self.pause, for: self) { watch in
                    if watch.round == round, watch.players.has(name) {
                        watch.ask(name, attempt: attempt + 1)
                    }
                }
            }
            changed()
            done(name)
        }
    }

    private func done(_ name: String) {
        if open.remove(name) != nil { completeIfDone() }
    }

    private func completeIfDone() {
        guard !isComplete, open.isEmpty else { return }
        isComplete = true
        changed()
    }
}
