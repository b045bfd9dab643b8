extension Phone {
    /// Changes the player as the user of the phone does; nil ends it.
    mutating func play(_ change: PlayerChange?, at time: Duration) {
        changePlayer(at: time) { player in
            guard let change else {
                player = nil
                return
            }
            var changed = player ?? SimulatedPlayer(at: time)
            change.apply(to: &changed, at: time)
            player = changed
        }
    }

    /// Replaces the player by one with these properties, or by none.
    mutating func playAgain(_ start: PlayerChange?, at time: Duration) {
        changePlayer(at: time) { player in
            player = start.map { start in
                var player = SimulatedPlayer(at: time)
                start.apply(to: &player, at: time)
                return player
            }
        }
    }

    /// Performs a write of the host to the media service, or throws the error.
    mutating func write(
        _ value: [UInt8], to characteristic: MediaCharacteristic, at time: Duration
    ) throws(SimulatedAttributeError) {
        switch characteristic {
        case .remoteCommand: try command(value, at: time)
        case .entityUpdate: try register(value, at: time)
        case .entityAttribute: try select(value, at: time)
        }
    }

    private mutating func command(
        _ value: [UInt8], at time: Duration
    ) throws(SimulatedAttributeError) {
        guard value.count == 1, let command = SimulatedPlayer.Command(rawValue: value[0]),
            player?.commands.contains(command) == true
        else { throw .invalidCommand }
        changePlayer(at: time) { player in player?.perform(command, at: time) }
    }

    private mutating func register(
        _ value: [UInt8], at time: Duration
    ) throws(SimulatedAttributeError) {
        if let error = Behaviour.ForcedError.take(from: &behaviour.media.forcedError) {
            throw error
        }
        guard link?.server.isSubscribed(to: .media(.entityUpdate)) == true else {
            throw .invalidState
        }
        let attributes = value.dropFirst().compactMap {
            SimulatedPlayer.Attribute(value[0], $0)
        }
        guard !attributes.isEmpty, attributes.count == value.count - 1 else {
            throw .invalidCommand
        }
        link?.media.register(attributes)
        for attribute in attributes { update(attribute, at: time) }
    }

    private mutating func select(
        _ value: [UInt8], at time: Duration
    ) throws(SimulatedAttributeError) {
        guard value.count == 2 else { throw .invalidCommand }
        guard let attribute = SimulatedPlayer.Attribute(value[0], value[1]),
            !self.value(of: attribute, at: time).isEmpty
        else { throw .absentAttribute }
        link?.media.selected = attribute
    }

    /// Returns the outcome of reading Entity Attribute.
    func selectedValue(at time: Duration) -> Result<[UInt8], SimulatedAttributeError> {
        guard let mtu = link?.server.mtu, let selected = link?.media.selected else {
            return .failure(.absentAttribute)
        }
        let value = value(of: selected, at: time)
        guard !value.isEmpty, behaviour.media.whole != .refused else {
            return .failure(.absentAttribute)
        }
        let isWithheld = behaviour.media.whole == .withheld
        let length = isWithheld ? Self.room(inPacketOf: mtu) : AttributeServer.longestValue
        return .success(Array(value.prefix(length)))
    }

    /// Handles a new or ended subscription to the media service.
    mutating func subscribe(
        to characteristic: MediaCharacteristic, _ isSubscribed: Bool, before wasSubscribed: Bool
    ) {
        switch characteristic {
        case .remoteCommand:
            // Not sent again if the commands change.
            guard isSubscribed, !wasSubscribed else { return }
            let commands = player?.commands.map(\.rawValue) ?? []
            link?.server.notification(of: .media(.remoteCommand), commands).map {
                link?.outbox.tell($0)
            }
        case .entityUpdate:
            if !isSubscribed { link?.media.registered = [] }
        case .entityAttribute: break
        }
    }
}
