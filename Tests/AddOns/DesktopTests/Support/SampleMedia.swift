import Control
import Linux
import Notices

@testable import Desktop

/// What phones play that there are not.
enum SampleMedia {
    static let phone = PhoneName("Mara's iPhone", id: PhoneID("5a0c93e1"))
    static let other = PhoneName("Noa's iPhone", id: PhoneID("0badf00d"))

    /// A track of an app for music that accepts every command.
    static func track(
        _ title: String? = "Harbour", artist: String? = "Noa Levi", album: String? = "Small Boats",
        at position: Duration? = .seconds(12), state: PlayedMedia.State? = .playing
    ) -> PlayedMedia {
        var media = PlayedMedia()
        (media.player, media.appID) = (Text("Music"), Text("com.apple.Music"))
        media.title = title.map { Text($0) }
        media.artist = artist.map { Text($0) }
        media.album = album.map { Text($0) }
        (media.state, media.position, media.duration) = (state, position, .seconds(200))
        media.rate = state == .playing ? 1 : 0
        (media.volume, media.repeatMode, media.shuffleMode) = (0.5, .off, .all)
        media.commands = MediaCommand.allCases
        return media
    }

    static func changed(_ media: PlayedMedia, _ change: (inout PlayedMedia) -> Void) -> PlayedMedia
    {
        var media = media
        change(&media)
        return media
    }

    /// A player with this media, and the number 1 for its track.
    static func player(_ media: PlayedMedia, at time: Duration = .zero) -> FollowedPlayer {
        FollowedPlayer(phone, media, at: time, track: 1)
    }
}
