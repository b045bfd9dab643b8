/// State of playback; unknown numbers are kept.
package struct PlaybackState: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let paused = PlaybackState(rawValue: 0)
    package static let playing = PlaybackState(rawValue: 1)
    package static let rewinding = PlaybackState(rawValue: 2)
    package static let fastForwarding = PlaybackState(rawValue: 3)
}

/// Shuffle mode or repeat mode; unknown numbers are kept.
package struct MediaMode: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let off = MediaMode(rawValue: 0)
    package static let one = MediaMode(rawValue: 1)
    package static let all = MediaMode(rawValue: 2)
}

/// Value of the playback attribute; nil stands for unknown.
package struct PlaybackInfo: Hashable, Sendable {
    package var playback: PlaybackState?
    package var rate: Double?
    /// Position in the track; negative if the phone does not know it.
    package var elapsed: Duration?

    /// Parses `state,rate,elapsed`.
    ///
    /// Some devices write a comma as decimal sign, so there may be five fields, or four if the rate
    /// has no fraction.
    ///
    /// - Parameter isCut: whether characters may be missing at the end.
    package init(parsing bytes: [UInt8], isCut: Bool = false) {
        let fields = bytes.split(
            separator: UInt8(ascii: ","), maxSplits: Self.fieldsWithCommas,
            omittingEmptySubsequences: false)
        func isCutField(_ last: Int) -> Bool { isCut && last == fields.count - 1 }
        playback = MediaNumber.integer(fields[0], in: 0...255, isCut: isCutField(0))
            .map { PlaybackState(rawValue: UInt8($0)) }
        // Of four fields with a cut at the end, the fifth may be missing.
        let isUnclear = fields.count > Self.fieldsWithCommas || isCut && fields.count == 4
        guard fields.count > 1, !isUnclear else { return }
        let rateEnd = fields.count == Self.fieldsWithCommas ? 2 : 1
        let rate = MediaNumber.parse(
            Self.joined(fields[1...rateEnd]), isCut: isCutField(rateEnd))
        self.rate = rate.flatMap { abs($0) <= MediaLimits.rate ? $0 : nil }
        elapsed = MediaNumber.time(
            Self.joined(fields[(rateEnd + 1)...]), isCut: isCutField(fields.count - 1))
    }

    /// Number of fields if both decimal numbers have a comma.
    private static let fieldsWithCommas = 5

    private static func joined(_ fields: ArraySlice<ArraySlice<UInt8>>) -> [UInt8] {
        Array(fields.joined(separator: [UInt8(ascii: ",")]))
    }
}
