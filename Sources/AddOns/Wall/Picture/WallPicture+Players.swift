import Board
import JSON
import Linux
import Notices

extension WallPicture {
    /// The media player of a phone.
    ///
    /// Two values are equal even if the position has run on in between.
    struct Player: Hashable, Sendable {
        /// Identifier of the phone for acts; its name if it has none.
        let id: String
        /// Name of the phone.
        let phone: String
        let media: PlayedMedia
        /// Time of the monotonic clock at which `media` was reported.
        let reported: Duration

        /// The players of a board, except those of which neither state nor texts are known.
        static func all(of board: DayBoard) -> [Player] {
            board.played.filter { $0.media.state != nil || $0.media.words != nil }.map { played in
                Player(
                    id: played.phone.id?.description ?? played.phone.name,
                    phone: played.phone.name.cleaned(), media: played.media,
                    reported: played.clock)
            }.sorted { ($0.phone, $0.id) < ($1.phone, $1.id) }
        }

        /// Seconds of the track that have been played, with one decimal; nil if unknown.
        func seconds(at clock: Duration) -> Double? {
            media.position(after: max(.zero, clock - reported)).map(Self.seconds)
        }

        /// Length of the track in seconds, with one decimal; nil if unknown.
        var length: Double? { media.duration.map(Self.seconds) }

        private static func seconds(_ time: Duration) -> Double {
            Double(time.milliseconds / 100) / 10
        }
    }

    /// Writes what is played, with positions at a time of the monotonic clock.
    func writePlayers(_ clock: Duration, to writer: inout JSONWriter) {
        writer.objects("media", players) { writer, player in
            let media = player.media
            writer.member("id", player.id)
            writer.member("phone", player.phone)
            if let state = media.state { writer.member("state", state.rawValue) }
            for (name, text) in [
                ("player", media.player), ("title", media.title), ("artist", media.artist),
                ("album", media.album),
            ] {
                let words = text?.cleaned() ?? ""
                if !words.isEmpty { writer.member(name, words) }
            }
            for (name, number) in [
                ("position", player.seconds(at: clock)), ("duration", player.length),
                ("rate", media.rate), ("volume", media.volume),
            ] {
                guard let number else { continue }
                writer.key(name)
                writer.value(number)
            }
            if let mode = media.shuffleMode { writer.member("shuffle", mode.rawValue) }
            if let mode = media.repeatMode { writer.member("repeat", mode.rawValue) }
            writer.values("commands", media.commands.map(\.rawValue))
        }
    }
}
