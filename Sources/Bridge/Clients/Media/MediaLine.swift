import Formats
import Linux
import Notices

/// What a phone plays, as a line for people or programs.
struct MediaLine {
    private let phone: PhoneName
    private let media: PlayedMedia?
    private let time: WallTime

    /// - Parameter media: nil if the phone has no player
    init(_ phone: PhoneName, _ media: PlayedMedia?, at time: WallTime) {
        self.phone = phone
        self.media = media
        self.time = time
    }

    /// Returns the line.
    ///
    /// - Parameter now: time for which the position is computed
    func text(isJSON: Bool, now: WallTime) -> String {
        isJSON ? jsonLine(now) : sentence(now) + "\n"
    }

    private func jsonLine(_ now: WallTime) -> String {
        var moved = media
        moved?.position = position(now)
        let format = JSONFormat(showsSource: false)
        return String(
            decoding: format.lines(for: .media(moved, phone, at: now), columns: nil), as: UTF8.self)
    }

    private func position(_ now: WallTime) -> Duration? {
        media?.position(after: max(.zero, time.age(at: now)))
    }

    private func sentence(_ now: WallTime) -> String {
        let name = Text(phone.name).cleaned()
        guard let media else { return "\(name)  no media player" }
        var parts = [name, media.state?.words ?? "unknown"]
        if let words = media.words { parts.append(words) }
        if let album = media.album?.cleaned(), !album.isEmpty { parts.append(album) }
        if let position = position(now)?.clock {
            parts.append(position + (media.duration.map { " of \($0.clock)" } ?? ""))
        }
        if let volume = media.volume { parts.append("volume \(Int((volume * 100).rounded())) %") }
        return parts.joined(separator: "  ")
    }
}

extension Duration {
    /// Minutes and seconds, or hours, minutes and seconds.
    fileprivate var clock: String {
        let seconds = components.seconds
        let rest = "\((seconds / 60 % 60).padded(to: 2)):\((seconds % 60).padded(to: 2))"
        return seconds < 3600 ? rest : "\(seconds / 3600):\(rest)"
    }
}
