internal import Linux

extension SimulatedPlayer {
    /// Attribute of the media service: the number of its entity, and its own number there.
    enum Attribute: UInt16, CaseIterable, Sendable {
        case name = 0x0000
        case playback = 0x0001
        case volume = 0x0002
        case bundle = 0x0003
        case index = 0x0100
        case count = 0x0101
        case shuffle = 0x0102
        case repetition = 0x0103
        case artist = 0x0200
        case album = 0x0201
        case title = 0x0202
        case duration = 0x0203

        /// Returns nil for numbers that the service does not have.
        init?(_ entity: UInt8, _ number: UInt8) {
            self.init(rawValue: UInt16(entity) << 8 | UInt16(number))
        }

        var bytes: [UInt8] { [UInt8(rawValue >> 8), UInt8(rawValue & 0xFF)] }

        /// Whether the value has numbers with decimals.
        var hasDecimals: Bool { [.playback, .volume, .duration].contains(self) }
    }

    /// Returns the whole value of an attribute at a time.
    func value(of attribute: Attribute, at time: Duration) -> [UInt8] {
        switch attribute {
        case .name: name
        case .playback: playback(elapsed: Self.seconds(elapsed(at: time)))
        case .volume: Array(Self.decimal(volume, digits: 1...4).utf8)
        case .bundle: bundle
        case .index: Array(String(index).utf8)
        case .count: Array(String(queue.count).utf8)
        case .shuffle: Array(String(shuffle.rawValue).utf8)
        case .repetition: Array(String(repetition.rawValue).utf8)
        case .artist: track?.artist ?? []
        case .album: track?.album ?? []
        case .title: track?.title ?? []
        case .duration: track?.duration.map(Self.seconds) ?? []
        }
    }

    /// Returns state, rate and this elapsed time.
    func playback(elapsed: [UInt8]) -> [UInt8] {
        Array("\(state.rawValue),\(Self.decimal(speed, digits: 1...4)),".utf8) + elapsed
    }

    private static func seconds(_ duration: Duration) -> [UInt8] {
        Array(decimal(duration / .seconds(1), digits: 3...3).utf8)
    }

    /// Returns a number with a point and this many decimals, at most four.
    private static func decimal(_ number: Double, digits: ClosedRange<Int>) -> String {
        let scale = (0..<digits.upperBound).reduce(1) { scale, _ in scale * 10 }
        let scaled = Int(exactly: (number.magnitude * Double(scale)).rounded()) ?? 0
        var decimals = (scaled % scale).padded(to: digits.upperBound)
        while decimals.count > digits.lowerBound, decimals.last == "0" { decimals.removeLast() }
        return "\(number < 0 ? "-" : "")\(scaled / scale).\(decimals)"
    }
}
