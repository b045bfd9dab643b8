package import Notices

/// Action requested at a screen that the screen cannot perform by itself.
package enum BoardAction: Hashable, Sendable {
    /// Duration of muting an app.
    package enum MuteTime: Hashable, Sendable {
        case hours(Int)
        /// Until midnight.
        case today
        /// Unmute.
        case ended
    }

    case answer(NoticeID)
    case decline(NoticeID)
    /// Clear a notification from its phone.
    case clear(NoticeID)
    /// Command to the media player of the phone that plays.
    case media(MediaCommand)
    /// Show the whole notification.
    case open(NoticeID)
    /// Copy a text to the clipboard of the user's terminal.
    case copy(String)
    /// Copy the newest one-time code.
    case copyCode
    /// Mute or unmute an app, given by its identifier.
    case mute(app: String, MuteTime)
    case search(String)
    /// Release the terminal until the program is continued.
    case suspend
    case quit
}
