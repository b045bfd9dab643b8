/// Block cipher AES with a 128-bit key (FIPS 197), encryption only.
///
/// Its table lookups depend on the data. It is suitable for hashes of public data, and for no
/// secret.
struct AES128: Sendable {
    /// Number of bytes of a block, and of the key.
    static let blockLength = 16
    private static let rounds = 10

    private var roundKeys: [UInt8]

    /// - Parameter key: 16 bytes; a shorter one is padded with zeros, a longer one truncated.
    init(key: [UInt8]) {
        roundKeys = Self.block(key)
        var constant: UInt8 = 1
        for start in stride(from: 16, to: 16 * (Self.rounds + 1), by: 4) {
            var word = Array(roundKeys[(start - 4)..<start])
            if start.isMultiple(of: 16) {
                word = [word[1], word[2], word[3], word[0]].map { Self.substitutes[Int($0)] }
                word[0] ^= constant
                constant = Self.doubled(constant)
            }
            for index in 0..<4 { roundKeys.append(roundKeys[start - 16 + index] ^ word[index]) }
        }
    }

    /// Encrypts one block of 16 bytes; a shorter one is padded with zeros, a longer one truncated.
    func encrypt(_ input: [UInt8]) -> [UInt8] {
        var state = Self.block(input)
        add(round: 0, to: &state)
        for round in 1...Self.rounds {
            state = (0..<16).map { index in
                // Columns of four bytes; row r moves r columns to the left.
                Self.substitutes[Int(state[(index + 4 * (index % 4)) % 16])]
            }
            if round < Self.rounds { state = Self.mixed(state) }
            add(round: round, to: &state)
        }
        return state
    }

    private func add(round: Int, to state: inout [UInt8]) {
        for index in 0..<16 { state[index] ^= roundKeys[16 * round + index] }
    }

    private static func block(_ bytes: [UInt8]) -> [UInt8] {
        Array((bytes + [UInt8](repeating: 0, count: blockLength)).prefix(blockLength))
    }

    private static func mixed(_ state: [UInt8]) -> [UInt8] {
        (0..<16).map { index in
            let column = index & ~3
            let bytes = (0..<4).map { state[column + (index + $0) % 4] }
            return doubled(bytes[0]) ^ doubled(bytes[1]) ^ bytes[1] ^ bytes[2] ^ bytes[3]
        }
    }

    /// Returns the double of a number in the field of AES.
    private static func doubled(_ byte: UInt8) -> UInt8 {
        byte << 1 ^ (byte & 0x80 == 0 ? 0 : 0x1B)
    }

    /// Substitution table (S-box): the inverse in the field, followed by an affine map.
    private static let substitutes: [UInt8] = {
        var table = [UInt8](repeating: 0x63, count: 256)
        var number: UInt8 = 1
        var inverse: UInt8 = 1
        repeat {
            // Multiplied by 3 and divided by 3, so all 255 pairs of inverses are visited.
            number ^= doubled(number)
            inverse ^= inverse << 1
            inverse ^= inverse << 2
            inverse ^= inverse << 4
            if inverse & 0x80 != 0 { inverse ^= 0x09 }
            let mapped = (1...4).reduce(inverse) { $0 ^ rotated(inverse, by: $1) }
            table[Int(number)] = mapped ^ 0x63
        } while number != 1
        return table
    }()

    private static func rotated(_ byte: UInt8, by count: Int) -> UInt8 {
        byte << count | byte >> (8 - count)
    }
}
