extension MediaState {
    /// Sets an attribute other than the playback, which also needs a time; an unknown attribute
    /// changes nothing.
    ///
    /// - Parameter isCut: whether the value continues on the phone.
    mutating func set(_ attribute: MediaAttribute, to value: [UInt8], isCut: Bool) {
        switch attribute {
        case .playerName: playerName = Self.text(value)
        case .bundleIdentifier: bundleIdentifier = Self.text(value)
        case .volume: volume = MediaNumber.parse(value, isCut: isCut).map { min(max($0, 0), 1) }
        case .queueIndex: queueIndex = Self.count(value, isCut)
        case .queueCount: queueCount = Self.count(value, isCut)
        case .shuffleMode: shuffleMode = Self.mode(value, isCut)
        case .repeatMode: repeatMode = Self.mode(value, isCut)
        case .artist: artist = Self.text(value)
        case .album: album = Self.text(value)
        case .title: title = Self.text(value)
        case .duration:
            let time = MediaNumber.time(value, isCut: isCut)
            // A live stream has no length, or zero.
            duration = time.flatMap { $0 > .zero ? $0 : nil }
        default: break
        }
    }

    private static func text(_ value: [UInt8]) -> [UInt8]? {
        value.isEmpty ? nil : Array(value.prefix(MediaLimits.text))
    }

    private static func count(_ value: [UInt8], _ isCut: Bool) -> Int? {
        MediaNumber.integer(value, in: 0...MediaLimits.queue, isCut: isCut)
    }

    private static func mode(_ value: [UInt8], _ isCut: Bool) -> MediaMode? {
        MediaNumber.integer(value, in: 0...255, isCut: isCut)
            .map { MediaMode(rawValue: UInt8($0)) }
    }
}
