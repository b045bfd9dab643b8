/// A QR version with an error correction level.
struct QRForm: Equatable {
    /// Error correction level.
    enum Level: Equatable {
        /// About seven per cent can be unreadable.
        case low
        /// About fifteen per cent can be unreadable.
        case medium

        /// The two bits of the level in the format information.
        var bits: Int { self == .low ? 0b01 : 0b00 }
    }

    let version: Int
    let level: Level
    /// Total number of codewords, including error correction.
    let codewords: Int
    let blocks: Int
    /// Error correction codewords per block.
    let correction: Int

    private init(
        _ version: Int, _ level: Level, codewords: Int, blocks: Int, correction: Int
    ) {
        self.version = version
        self.level = level
        self.codewords = codewords
        self.blocks = blocks
        self.correction = correction
    }

    /// The supported forms in order of preference.
    static let all = [
        QRForm(1, .medium, codewords: 26, blocks: 1, correction: 10),
        QRForm(2, .medium, codewords: 44, blocks: 1, correction: 16),
        QRForm(3, .medium, codewords: 70, blocks: 1, correction: 26),
        QRForm(4, .medium, codewords: 100, blocks: 2, correction: 18),
        QRForm(5, .medium, codewords: 134, blocks: 2, correction: 24),
        QRForm(6, .medium, codewords: 172, blocks: 4, correction: 16),
        QRForm(7, .medium, codewords: 196, blocks: 4, correction: 18),
        QRForm(8, .medium, codewords: 242, blocks: 4, correction: 22),
        QRForm(9, .medium, codewords: 292, blocks: 5, correction: 22),
        QRForm(10, .medium, codewords: 346, blocks: 5, correction: 26),
        QRForm(11, .medium, codewords: 404, blocks: 5, correction: 30),
        QRForm(12, .medium, codewords: 466, blocks: 8, correction: 22),
        QRForm(11, .low, codewords: 404, blocks: 4, correction: 20),
        QRForm(12, .low, codewords: 466, blocks: 4, correction: 24),
    ]

    /// Returns the first form that holds this many bytes.
    static func smallest(holding bytes: Int) -> QRForm? {
        all.first { bytes <= $0.limit }
    }

    /// Maximum length of a text in bytes.
    var limit: Int { (dataCodewords * 8 - 4 - countBits) / 8 }

    private var dataCodewords: Int { codewords - blocks * correction }

    private var countBits: Int { version < 10 ? 8 : 16 }

    /// Returns the codewords of a text in their final order.
    func codewords(of bytes: [UInt8]) -> [UInt8] {
        interleaved(data(of: bytes))
    }

    /// Returns mode, length, text and padding.
    func data(of bytes: [UInt8]) -> [UInt8] {
        var bits = QRBits()
        bits.append(0b0100, count: 4)
        bits.append(bytes.count, count: countBits)
        for byte in bytes { bits.append(Int(byte), count: 8) }
        return bits.filled(to: dataCodewords)
    }

    /// Returns the blocks with error correction, interleaved; the shorter blocks come first.
    private func interleaved(_ data: [UInt8]) -> [UInt8] {
        let code = ReedSolomon(degree: correction)
        let shorter = data.count / blocks
        let firstLonger = blocks - data.count % blocks
        var start = 0
        var parts: [[UInt8]] = []
        var corrections: [[UInt8]] = []
        for block in 0..<blocks {
            let end = start + shorter + (block < firstLonger ? 0 : 1)
            let part = Array(data[start..<end])
            parts.append(part)
            corrections.append(code.remainder(of: part))
            start = end
        }
        return Self.inTurn(parts) + Self.inTurn(corrections)
    }

    private static func inTurn(_ blocks: [[UInt8]]) -> [UInt8] {
        let longest = blocks.map(\.count).max() ?? 0
        return (0..<longest).flatMap { index in
            blocks.compactMap { index < $0.count ? $0[index] : nil }
        }
    }
}
