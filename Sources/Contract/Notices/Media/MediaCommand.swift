/// Command to a phone's media player.
package enum MediaCommand: String, CaseIterable, Hashable, Sendable {
    case play
    case pause
    /// Play if paused, else pause.
    case toggle
    case next
    case previous
    case louder
    case softer
    /// Next repeat mode.
    case `repeat`
    /// Next shuffle mode.
    case shuffle
    /// Forward by a number of seconds, which the player chooses.
    case skip
    /// Back by a number of seconds, which the player chooses.
    case back
    case like
    case dislike
    case bookmark

    /// Returns a sentence about the performed command, with the phone if given.
    package func done(on phone: String?) -> String {
        "\(rawValue): done" + (phone.map { $0.isEmpty ? "" : " on \($0)" } ?? "")
    }
}
