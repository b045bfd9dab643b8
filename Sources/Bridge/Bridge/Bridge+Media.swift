import AMS
import Linux
package import Notices

extension Bridge {
    /// Performs a command on a media player.
    ///
    /// - Parameter phone: name or identifier of the phone; nil for one that plays, else one with something to play, and of several the one that connected last.
    package func perform(
        _ command: MediaCommand, on phone: String?,
        _ done: @escaping @LoopActor (MediaResult) -> Void
    ) {
        let named = controllers.filter { controller in
            let name = PhoneName(controller.phone)
            return phone.map { name.name == $0 || name.id?.description == $0 } ?? true
        }
        guard !named.isEmpty || phone == nil else { return done(.noSuchPhone) }
        let players = named.filter { $0.mediaState != nil }
            .sorted { $0.stateSince.wall.milliseconds < $1.stateSince.wall.milliseconds }
        let playing = players.last { $0.mediaState?.playback == .playing }
        // Phones have the service also while there is nothing to play.
        let filled = players.last { $0.mediaState?.isEmpty == false }
        guard let target = playing ?? filled ?? players.last else { return done(.noPlayer) }
        target.perform(command, done)
    }
}
