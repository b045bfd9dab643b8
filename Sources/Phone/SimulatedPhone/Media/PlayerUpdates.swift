extension Phone {
    /// Length of the header of an Entity Update value.
    private static let headerLength = 3

    /// Changes the player, and sends the registered values that are different then.
    mutating func changePlayer(
        at time: Duration, _ change: (inout SimulatedPlayer?) -> Void
    ) {
        let registered = link?.media.registered ?? []
        let before = registered.map { value(of: $0, at: time) }
        player?.advance(to: time)
        change(&player)
        for (attribute, old) in zip(registered, before)
        where value(of: attribute, at: time) != old {
            update(attribute, at: time)
        }
    }

    /// Returns the value of an attribute as the phone behaves.
    func value(of attribute: SimulatedPlayer.Attribute, at time: Duration) -> [UInt8] {
        guard let player, behaviour.media.values != .empty else { return [] }
        if attribute == .volume, let volume = behaviour.media.volume { return volume }
        return behaving(player.value(of: attribute, at: time), of: attribute)
    }

    private func behaving(
        _ value: [UInt8], of attribute: SimulatedPlayer.Attribute
    ) -> [UInt8] {
        guard behaviour.media.values == .comma, attribute.hasDecimals else { return value }
        return value.map { $0 == UInt8(ascii: ".") ? UInt8(ascii: ",") : $0 }
    }

    /// Sends a value to a host that has subscribed to Entity Update.
    ///
    /// A long value is cut after a number of bytes, which may split a character.
    mutating func update(_ attribute: SimulatedPlayer.Attribute, at time: Duration) {
        guard let server = link?.server, server.isSubscribed(to: .media(.entityUpdate)) else {
            return
        }
        var value = value(of: attribute, at: time)
        if attribute == .playback, link?.media.hasSentPlayback == false {
            link?.media.hasSentPlayback = true
            if let player, let elapsed = behaviour.media.firstElapsed, !value.isEmpty {
                value = behaving(player.playback(elapsed: elapsed), of: attribute)
            }
        }
        let room = Self.room(inPacketOf: server.mtu)
        let isCut = value.count > room || behaviour.media.whole != .given
        let bytes = attribute.bytes + [isCut ? 1 : 0] + value.prefix(room)
        guard let packet = server.notification(of: .media(.entityUpdate), bytes) else {
            return
        }
        for _ in 0..<behaviour.media.copies where link?.outbox.hasRoomForValues == true {
            link?.outbox.tell(packet)
        }
    }

    /// Returns the number of bytes of a value that fit into an update.
    static func room(inPacketOf mtu: Int) -> Int {
        mtu - 3 - headerLength
    }
}

// MARK: Time

extension Phone {
    /// Time at which the player next changes by itself; nil while no host would receive that.
    var playerDue: Duration? {
        guard link?.media.registered.isEmpty == false else { return nil }
        return playerEvent
    }

    private var playerEvent: Duration? {
        guard let player else { return nil }
        let forced = behaviour.media.changes == nil ? nil : forcedTrack ?? .zero
        return [player.trackEnd, forced].compactMap(\.self).min()
    }

    /// Ends tracks that are over, and begins others if the behaviour forces that.
    mutating func followPlayer(to time: Duration) {
        guard let playerEvent, playerEvent <= time else { return }
        let isForced = isNextTrackForced(at: time)
        changePlayer(at: time) { player in
            guard isForced, let index = player?.index else { return }
            player?.start(index + 1, at: time)
        }
    }

    /// Returns whether the next track is to begin, and sets the time of the one after it.
    private mutating func isNextTrackForced(at time: Duration) -> Bool {
        guard let changes = behaviour.media.changes else { return false }
        let pause: Duration = .seconds(60) / changes
        guard let due = forcedTrack else {
            forcedTrack = time + pause
            return false
        }
        guard due <= time else { return false }
        // Those that were missed are not made up for.
        forcedTrack = due + pause > time ? due + pause : time + pause
        return true
    }
}
