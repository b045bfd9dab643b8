import QRCode

/// Reads a code as the standard says, with tables of its own; it corrects nothing.
struct QRReader {
    struct Unreadable: Error {
        let why: String

        init(_ why: String) { self.why = why }
    }

    /// Blocks of one length: how many, all their codewords, and those of data.
    typealias Blocks = (count: Int, all: Int, data: Int)

    let code: QRCode
    let version: Int
    /// The two bits of the level.
    let level: Int
    let mask: Int

    init(_ code: QRCode) throws(Unreadable) {
        self.code = code
        version = (code.size - 17) / 4
        let bits = Self.formatPlaces(code.size).map { places in
            places.reduce(0) { $0 << 1 | (code[row: $1.row, column: $1.column] ? 1 : 0) }
        }
        guard bits[0] == bits[1] else { throw Unreadable("two formats, \(bits)") }
        guard let format = Self.formats.first(where: { $0.value == bits[0] })?.key else {
            throw Unreadable("no format, \(bits[0])")
        }
        level = format >> 3
        mask = format & 7
    }

    /// Level and mask, and the bits that say them, from the standard's table: first M, then L.
    static let formats: [Int: Int] = [
        0b00_000: 0x5412, 0b00_001: 0x5125, 0b00_010: 0x5E7C, 0b00_011: 0x5B4B,
        0b00_100: 0x45F9, 0b00_101: 0x40CE, 0b00_110: 0x4F97, 0b00_111: 0x4AA0,
        0b01_000: 0x77C4, 0b01_001: 0x72F3, 0b01_010: 0x7DAA, 0b01_011: 0x789D,
        0b01_100: 0x662F, 0b01_101: 0x6318, 0b01_110: 0x6C41, 0b01_111: 0x6976,
    ]

    /// Where the bits of the format are, twice, the highest first.
    static func formatPlaces(_ size: Int) -> [[(row: Int, column: Int)]] {
        let across = [0, 1, 2, 3, 4, 5, 7, 8].map { (row: 8, column: $0) }
        let up = [7, 5, 4, 3, 2, 1, 0].map { (row: $0, column: 8) }
        let below = (1...7).map { (row: size - $0, column: 8) }
        let beside = (1...8).reversed().map { (row: 8, column: size - $0) }
        return [across + up, below + beside]
    }

    /// The middles of small squares in rows and columns, by version.
    static let alignment = [
        [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46],
        [6, 28, 50], [6, 30, 54], [6, 32, 58],
    ]

    /// The blocks at level M by version.
    private static let medium: [[Blocks]] = [
        [(1, 26, 16)], [(1, 44, 28)], [(1, 70, 44)], [(2, 50, 32)], [(2, 67, 43)], [(4, 43, 27)],
        [(4, 49, 31)], [(2, 60, 38), (2, 61, 39)], [(3, 58, 36), (2, 59, 37)],
        [(4, 69, 43), (1, 70, 44)], [(1, 80, 50), (4, 81, 51)], [(6, 58, 36), (2, 59, 37)],
    ]

    /// The blocks at level L of versions 11 and 12, the only ones that occur.
    private static let low: [Int: [Blocks]] = [
        11: [(4, 101, 81)], 12: [(2, 116, 92), (2, 117, 93)],
    ]

    /// Each block of the code by itself.
    var blocks: [Blocks] {
        let groups = level == 0 ? Self.medium[version - 1] : Self.low[version] ?? []
        return groups.flatMap { group in (0..<group.count).map { _ in (1, group.all, group.data) } }
    }

    /// Whether a module belongs to the code and not to the text.
    func isFixed(_ row: Int, _ column: Int) -> Bool {
        let far = code.size - 8
        if row == 6 || column == 6 || row < 9 && (column < 9 || column >= far) { return true }
        if row >= far && column < 9 { return true }
        let middles = Self.alignment[version - 1]
        if let down = middles.first(where: { abs($0 - row) <= 2 }),
            let right = middles.first(where: { abs($0 - column) <= 2 }),
            // Below a finder there is none.
            down == right || down != 6 && right != 6 || down + right < code.size - 1
        {
            return true
        }
        let isBeforeFar = { (place: Int) in place >= far - 3 && place < far }
        return version >= 7 && (row < 6 && isBeforeFar(column) || column < 6 && isBeforeFar(row))
    }

    /// Whether the mask turns a module.
    private func isTurned(_ i: Int, _ j: Int) -> Bool {
        let rules = [
            (i + j) % 2, i % 2, j % 3, (i + j) % 3, (i / 2 + j / 3) % 2, i * j % 2 + i * j % 3,
            (i * j % 2 + i * j % 3) % 2, ((i + j) % 2 + i * j % 3) % 2,
        ]
        return rules[mask] == 0
    }

    /// The bits of the text, in the order in which they were put, without the mask.
    var bits: [Bool] {
        var bits: [Bool] = []
        var right = code.size - 1
        var rows = Array((0..<code.size).reversed())
        while right > 0 {
            for row in rows {
                for column in [right, right - 1] where !isFixed(row, column) {
                    bits.append(code[row: row, column: column] != isTurned(row, column))
                }
            }
            rows.reverse()
            right -= right == 8 ? 3 : 2
        }
        return bits
    }

    /// The text, where everything is as it should be.
    func text() throws(Unreadable) -> String {
        try text(of: bits)
    }

    /// The text of such bits.
    func text(of bits: [Bool]) throws(Unreadable) -> String {
        let all = blocks.reduce(0) { $0 + $1.all }
        // Bits that are left over were light before the mask.
        guard bits.count / 8 == all, !bits[(all * 8)...].contains(true) else {
            throw Unreadable("\(bits.count) bits for \(all) codewords")
        }
        let codewords = (0..<all).map { Self.number(bits[$0 * 8..<$0 * 8 + 8]) }
        let data = try separated(codewords)
        return try Self.text(of: data, countBits: version < 10 ? 8 : 16)
    }

    private static func number(_ bits: ArraySlice<Bool>) -> Int {
        bits.reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    }

    /// The data of all blocks one behind the other; each block has to be free of errors.
    private func separated(_ codewords: [Int]) throws(Unreadable) -> [Int] {
        let blocks = blocks
        var parts = blocks.map { _ in [Int]() }
        var next = codewords[...]
        for index in 0..<(blocks.last?.data ?? 0) {
            for (block, form) in blocks.enumerated() where index < form.data {
                parts[block].append(next.removeFirst())
            }
        }
        let data = parts.flatMap(\.self)
        while !next.isEmpty {
            for block in blocks.indices { parts[block].append(next.removeFirst()) }
        }
        for (part, form) in zip(parts, blocks) {
            guard part.count == form.all else { throw Unreadable("a block of \(part.count)") }
            guard Self.isWhole(part, roots: form.all - form.data) else {
                throw Unreadable("errors in a block")
            }
        }
        return data
    }

    /// The powers of two in the field, and of which power each element is.
    private static let powers: (of: [Int], logarithms: [Int]) = {
        var powers: [Int] = []
        var logarithms = Array(repeating: 0, count: 256)
        var power = 1
        for exponent in 0..<255 {
            powers.append(power)
            logarithms[power] = exponent
            power *= 2
            if power > 255 { power ^= 0x11D }
        }
        return (powers, logarithms)
    }()

    /// Whether a block, as a polynomial, is zero at the first powers of two.
    private static func isWhole(_ block: [Int], roots: Int) -> Bool {
        (0..<roots).allSatisfy { root in
            block.reduce(0) { sum, codeword in
                let product = sum == 0 ? 0 : powers.of[(powers.logarithms[sum] + root) % 255]
                return product ^ codeword
            } == 0
        }
    }

    private static func text(of data: [Int], countBits: Int) throws(Unreadable) -> String {
        let bits = data.flatMap { codeword in (0..<8).reversed().map { codeword >> $0 & 1 != 0 } }
        guard number(bits[0..<4]) == 0b0100 else { throw Unreadable("another mode") }
        let count = number(bits[4..<4 + countBits])
        let start = 4 + countBits
        let end = start + count * 8
        guard end + 4 <= bits.count, number(bits[end..<end + 4]) == 0 else {
            throw Unreadable("no end behind \(count) bytes")
        }
        let padding = stride(from: end + 4, to: bits.count, by: 8).map { number(bits[$0..<$0 + 8]) }
        guard padding == padding.indices.map({ $0 % 2 == 0 ? 236 : 17 }) else {
            throw Unreadable("padding of \(padding)")
        }
        let bytes = stride(from: start, to: end, by: 8).map {
            UInt8(truncatingIfNeeded: number(bits[$0..<$0 + 8]))
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
