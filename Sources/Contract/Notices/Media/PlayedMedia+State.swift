package import AMS

extension PlayedMedia {
    /// Converts the state of a player at a time of the monotonic clock.
    package init(_ state: MediaState, at now: Duration) {
        self.init()
        player = state.playerName.map(Text.init(bytes:))
        appID = state.bundleIdentifier.map(Text.init(bytes:))
        self.state =
            switch state.playback {
            case .paused: .paused
            case .playing: .playing
            case .rewinding: .rewinding
            case .fastForwarding: .fastForwarding
            default: nil
            }
        title = state.title.map(Text.init(bytes:))
        artist = state.artist.map(Text.init(bytes:))
        album = state.album.map(Text.init(bytes:))
        position = state.position(at: now)
        duration = state.duration
        rate = state.speed
        volume = state.volume
        (queueIndex, queueCount) = (state.queueIndex, state.queueCount)
        shuffleMode = state.shuffleMode.flatMap(Mode.init)
        repeatMode = state.repeatMode.flatMap(Mode.init)
        commands = MediaCommand.allCases.filter { command in
            MediaCommandID(word: command.rawValue).map { state.commands?.contains($0) == true }
                ?? false
        }
    }
}

extension PlayedMedia.Mode {
    fileprivate init?(_ mode: MediaMode) {
        switch mode {
        case .off: self = .off
        case .one: self = .one
        case .all: self = .all
        default: return nil
        }
    }
}
