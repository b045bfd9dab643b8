package import Notices

/// What a person at a screen wants that the screen cannot do by itself.
package enum BoardAction: Hashable, Sendable {
    /// How long an app is to be muted.
    package enum MuteTime: Hashable, Sendable {
        case hours(Int)
        /// Until midnight.
        case today
        /// No longer.
        case ended
    }

    /// Take a call.
    case answer(NoticeID)
    /// Turn a call away.
    case decline(NoticeID)
    /// Clear a notice from its phone.
    case clear(NoticeID)
    /// Show all of a notice.
    case open(NoticeID)
    /// Give a text to the clipboard of whoever sits at the terminal.
    case copy(String)
    /// Give it the newest one-time code.
    case copyCode
    /// Show nothing new of an app, by its identifier, or show it again.
    case mute(app: String, MuteTime)
    /// Look for words in the history.
    case search(String)
    /// Leave the terminal to others until the program is continued.
    case suspend
    case quit
}
