internal import JSON
internal import Linux
internal import Notices

extension JSONFields {
    /// Reads what a phone plays; nil if it has no player.
    ///
    /// Unknown states and commands are skipped.
    func playedMedia() throws(JSONError) -> PlayedMedia? {
        let fields = try required("media").members()
        let state = try fields["state"]?.string()
        if state == Record.noMedia { return nil }
        func text(_ name: String) throws(JSONError) -> Text? {
            try fields[name].map { (field) throws(JSONError) in Text(try field.string()) }
        }
        func time(_ name: String) throws(JSONError) -> Duration? {
            try fields[name].map { (field) throws(JSONError) in
                .milliseconds(Int64((try field.number(in: 0...1e6) * 1000).rounded()))
            }
        }
        func mode(_ name: String) throws(JSONError) -> PlayedMedia.Mode? {
            try fields[name].flatMap { (field) throws(JSONError) in
                PlayedMedia.Mode(rawValue: try field.string())
            }
        }
        var media = PlayedMedia()
        media.state = state.flatMap(PlayedMedia.State.init)
        media.title = try text("title")
        media.artist = try text("artist")
        media.album = try text("album")
        media.player = try text("player")
        media.appID = try text("app_id")
        media.position = try time("position")
        media.duration = try time("duration")
        media.rate = try fields["rate"]?.number(in: -100...100) ?? 0
        media.volume = try fields["volume"]?.number(in: 0...1)
        media.queueIndex = try fields["index"]?.integer(in: 0...1_000_000)
        media.queueCount = try fields["count"]?.integer(in: 0...1_000_000)
        media.shuffleMode = try mode("shuffle")
        media.repeatMode = try mode("repeat")
        for element in try fields["commands"]?.elements() ?? [] {
            if let command = MediaCommand(rawValue: try element.string()) {
                media.commands.append(command)
            }
        }
        return media
    }
}

extension JSONField {
    fileprivate func members() throws(JSONError) -> JSONFields { try JSONFields(anyKeysOf: self) }
}
