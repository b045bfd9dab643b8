package import Linux
package import Notices

extension Events {
    /// What a phone plays.
    package static func played(
        _ title: String?, by artist: String? = nil, player: String? = "Music",
        _ state: PlayedMedia.State? = .playing, on phone: String = "Mara's iPhone",
        commands: [MediaCommand] = [.play, .pause, .toggle, .next, .previous, .louder, .softer],
        at time: WallTime = start
    ) -> BridgeEvent {
        var media = PlayedMedia()
        (media.title, media.artist) = (title.map { Text($0) }, artist.map { Text($0) })
        media.player = player.map { Text($0) }
        (media.state, media.commands) = (state, commands)
        return .media(media, PhoneName(phone), at: time)
    }
}
