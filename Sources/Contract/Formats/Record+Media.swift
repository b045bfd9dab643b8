internal import Linux
internal import Notices

extension Record {
    /// State of a phone without a player.
    static let noMedia = "none"

    mutating func append(_ media: PlayedMedia?) {
        guard let media else { return append(.mediaState, .text(Self.noMedia)) }
        if let state = media.state { append(.mediaState, .text(state.rawValue)) }
        for (field, text) in [
            (Field.mediaTitle, media.title), (.mediaArtist, media.artist),
            (.mediaAlbum, media.album), (.mediaPlayer, media.player), (.mediaAppID, media.appID),
        ] {
            if let text { append(field, .text(text.string)) }
        }
        if let position = media.position { append(.mediaPosition, .seconds(position)) }
        if let duration = media.duration { append(.mediaDuration, .seconds(duration)) }
        append(.mediaRate, .decimal(media.rate))
        if let volume = media.volume { append(.mediaVolume, .decimal(volume)) }
        if let index = media.queueIndex { append(.mediaIndex, .integer(index)) }
        if let count = media.queueCount { append(.mediaCount, .integer(count)) }
        if let mode = media.shuffleMode { append(.mediaShuffle, .text(mode.rawValue)) }
        if let mode = media.repeatMode { append(.mediaRepeat, .text(mode.rawValue)) }
        append(.mediaCommands, .names(media.commands.map(\.rawValue)))
    }
}
