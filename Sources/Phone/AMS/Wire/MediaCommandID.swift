/// Command to a media player; unknown numbers are kept.
package struct MediaCommandID: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let play = MediaCommandID(rawValue: 0)
    package static let pause = MediaCommandID(rawValue: 1)
    /// Play if paused, else pause.
    package static let togglePlayPause = MediaCommandID(rawValue: 2)
    package static let nextTrack = MediaCommandID(rawValue: 3)
    package static let previousTrack = MediaCommandID(rawValue: 4)
    package static let volumeUp = MediaCommandID(rawValue: 5)
    package static let volumeDown = MediaCommandID(rawValue: 6)
    package static let advanceRepeatMode = MediaCommandID(rawValue: 7)
    package static let advanceShuffleMode = MediaCommandID(rawValue: 8)
    /// Skip a number of seconds, which the player chooses.
    package static let skipForward = MediaCommandID(rawValue: 9)
    /// Skip back a number of seconds, which the player chooses.
    package static let skipBackward = MediaCommandID(rawValue: 10)
    package static let likeTrack = MediaCommandID(rawValue: 11)
    package static let dislikeTrack = MediaCommandID(rawValue: 12)
    package static let bookmarkTrack = MediaCommandID(rawValue: 13)

    /// Words of the known commands, in the order of their numbers.
    private static let words = [
        "play", "pause", "toggle", "next", "previous", "louder", "softer", "repeat", "shuffle",
        "skip", "back", "like", "dislike", "bookmark",
    ]

    /// Known commands, in the order of their numbers.
    package static let all = words.indices.map { MediaCommandID(rawValue: UInt8($0)) }

    /// Returns the command with this word; nil if there is none.
    package init?(word: String) {
        guard let index = Self.words.firstIndex(of: word) else { return nil }
        self.init(rawValue: UInt8(index))
    }

    /// Word of the command; nil if its number is unknown.
    package var word: String? {
        rawValue < Self.words.count ? Self.words[Int(rawValue)] : nil
    }
}
