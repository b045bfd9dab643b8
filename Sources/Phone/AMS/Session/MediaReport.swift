/// Action that a media session requests from its owner.
package enum MediaAction: Hashable, Sendable {
    case subscribe(MediaCharacteristic)
    case unsubscribe(MediaCharacteristic)
    /// Write a value with a response.
    case write([UInt8], MediaCharacteristic)
    case read(MediaCharacteristic)
    case report(MediaReport)
}

/// Report of a media session.
package enum MediaReport: Hashable, Sendable {
    /// The player has this state from now on; nil after the service has ended.
    ///
    /// `hasJumped` is true if the position is not the one that follows from the last report.
    case state(MediaState?, hasJumped: Bool)
    /// Outcome of a command of the user.
    case performed(MediaCommandID, MediaOutcome)
}

/// Outcome of a command of the user.
package enum MediaOutcome: Hashable, Sendable {
    /// The phone accepted it.
    case performed
    case refused(MediaError)
    /// The command is not in the list of those that the player supports.
    case notOffered
    /// The phone did not answer, or the session had not begun or ended before.
    case unanswered
    /// Too many commands wait.
    case busy
}
