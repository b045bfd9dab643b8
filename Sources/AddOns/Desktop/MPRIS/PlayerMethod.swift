import DBus
import Notices

/// A method of a player on the bus.
enum PlayerMethod: String, CaseIterable {
    case next = "Next"
    case previous = "Previous"
    case pause = "Pause"
    case playPause = "PlayPause"
    case stop = "Stop"
    case play = "Play"
    case seek = "Seek"
    case setPosition = "SetPosition"
    case openURI = "OpenUri"

    /// Types of the arguments.
    var takes: BusSignature {
        switch self {
        case .seek: "x"
        case .setPosition: "ox"
        case .openURI: "s"
        case .next, .previous, .pause, .playPause, .stop, .play: ""
        }
    }

    /// Effect of a call.
    enum Effect: Hashable {
        case send(MediaCommand)
        case nothing
        /// An error with this name and message.
        case refuse(String, String)
    }

    /// Whether the player offers a command for this method, now or after it has been paused or started.
    func isPossible(_ media: PlayedMedia) -> Bool { !candidates.isDisjoint(with: media.commands) }

    /// Commands that do what the method means.
    private var candidates: Set<MediaCommand> {
        switch self {
        case .next: [.next]
        case .previous: [.previous]
        case .pause, .stop: [.pause, .toggle]
        case .play: [.play, .toggle]
        case .playPause: [.toggle, .play, .pause]
        case .seek, .setPosition, .openURI: []
        }
    }

    /// Returns the effect of a call on a player.
    ///
    /// - Parameter mayAct: whether the user may control the phone.
    func effect(on media: PlayedMedia, mayAct: Bool) -> Effect {
        if self == .openURI {
            return .refuse(BusErrorName.notSupported, "A phone cannot open addresses")
        }
        // A phone cannot seek. The specification has no error for that, but requires that nothing happens.
        if self == .seek || self == .setPosition { return .nothing }
        guard mayAct else { return .refuse(BusErrorName.accessDenied, Self.missingRight) }
        if self == .playPause, !Self.pause.isPossible(media) {
            return .refuse(BusErrorName.notSupported, "The player cannot pause now")
        }
        return command(for: media).map(Effect.send) ?? .nothing
    }

    static let missingRight = "You may read what the phone plays, but not control it"

    private func command(for media: PlayedMedia) -> MediaCommand? {
        func first(of commands: MediaCommand...) -> MediaCommand? {
            commands.first(where: media.commands.contains)
        }
        return switch self {
        case .next: first(of: .next)
        case .previous: first(of: .previous)
        // `toggle` would start a player that is paused already, and pause one that plays.
        case .pause, .stop: first(of: .pause) ?? (media.isRunning ? first(of: .toggle) : nil)
        case .play: first(of: .play) ?? (media.isRunning ? nil : first(of: .toggle))
        case .playPause: first(of: .toggle, media.isRunning ? .pause : .play)
        case .seek, .setPosition, .openURI: nil
        }
    }
}
