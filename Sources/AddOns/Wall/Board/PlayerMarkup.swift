import Board
import Linux
import Notices

/// HTML of the media player of a phone.
///
/// It has the keys that the player accepts; the page shows those that its token allows.
struct PlayerMarkup {
    /// Characters of a title or artist, and of an album, a player or a phone.
    private static let textLimit = 200
    private static let nameLimit = 80

    /// Keys in their order; the first one pauses or plays.
    private static let keys: [MediaCommand] = [
        .next, .softer, .louder, .back, .skip, .shuffle, .repeat, .like, .dislike, .bookmark,
    ]

    private let player: WallPicture.Player
    private let clock: Duration

    init(_ player: WallPicture.Player, at clock: Duration) {
        self.player = player
        self.clock = clock
    }

    var markup: String {
        let media = player.media
        let seconds = player.seconds(at: clock)
        let times =
            (seconds.map { " data-seconds=\"\($0)\" data-rate=\"\(media.rate)\"" } ?? "")
            + (player.length.map { " data-length=\"\($0)\"" } ?? "")
        let name = Markup.escaped(player.phone.shortened(to: Self.nameLimit))
        return """
            <article class="player" data-id="\(Markup.escaped(player.id))" data-of="phone" \
            data-state="\(media.state?.rawValue ?? "unknown")"\(times) \
            data-keys="\(keys.map(\.rawValue).joined(separator: " "))" aria-label="\(name)">\
            <p class="piece">\(piece)</p>\
            <p class="facts"><span class="doing">\(doing)</span>\(volume)\
            <bdi class="app-name">\(text(media.player, Self.nameLimit))</bdi>\
            <bdi class="phone-name">\(name)</bdi></p>\(progress(seconds))</article>
            """
    }

    /// Commands that are offered as keys.
    private var keys: [MediaCommand] {
        let offered = player.media.commands
        let main: MediaCommand? =
            if offered.contains(.toggle) {
                .toggle
            } else {
                player.media.state == .playing ? .pause : .play
            }
        return ([.previous, main].compactMap(\.self) + Self.keys).filter(offered.contains)
    }

    /// Title, artist and album; the player's state if none of them is known.
    private var piece: String {
        let media = player.media
        let parts = [
            ("title", media.title, Self.textLimit), ("artist", media.artist, Self.textLimit),
            ("album", media.album, Self.nameLimit),
        ].map { (name: $0, text: text($1, $2)) }.filter { !$0.text.isEmpty }
        let shown = parts.isEmpty ? [(name: "title", text: doing)] : parts
        return shown.map { "<bdi class=\"\($0.name)\">\($0.text)</bdi>" }.joined(separator: " ")
    }

    private var doing: String {
        switch player.media.state {
        case .playing: "Playing"
        case .paused: "Paused"
        case .rewinding: "Rewinding"
        case .fastForwarding: "Fast forward"
        case nil: "Media player"
        }
    }

    private var volume: String {
        guard let volume = player.media.volume else { return "" }
        let percent = Int((volume * 100).rounded())
        return "<span class=\"volume\"><svg class=\"icon\" aria-hidden=\"true\">"
            + "<use href=\"#i-sound\"></use></svg><span class=\"hidden\">Volume </span>"
            + "\(percent) %</span>"
    }

    /// Position and length, and a bar if both are known.
    private func progress(_ seconds: Double?) -> String {
        guard let seconds else { return "" }
        let position = "<span class=\"for\">\(BoardCall.length(seconds: Int(seconds)))</span>"
        guard let length = player.length, length > 0 else {
            return "<p class=\"time\">\(position)</p>"
        }
        return "<p class=\"time\">\(position)<progress max=\"\(length)\" value=\"\(seconds)\" "
            + "aria-hidden=\"true\"></progress><span class=\"length\">"
            + "<span class=\"hidden\">of </span>\(BoardCall.length(seconds: Int(length)))</span></p>"
    }

    private func text(_ text: Text?, _ limit: Int) -> String {
        Markup.escaped((text?.cleaned() ?? "").shortened(to: limit))
    }
}
