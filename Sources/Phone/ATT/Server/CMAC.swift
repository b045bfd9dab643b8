/// Message authentication code AES-CMAC (RFC 4493).
struct CMAC: Sendable {
    private let cipher: AES128

    init(key: [UInt8]) {
        cipher = AES128(key: key)
    }

    /// Returns the code of a message, 16 bytes.
    func code(of message: [UInt8]) -> [UInt8] {
        let length = AES128.blockLength
        let subkey = Self.doubled(cipher.encrypt([UInt8](repeating: 0, count: length)))
        var rest = message[...]
        var state = [UInt8](repeating: 0, count: length)
        while rest.count > length {
            state = cipher.encrypt(zip(state, rest.prefix(length)).map { $0 ^ $1 })
            rest = rest.dropFirst(length)
        }
        let isWhole = rest.count == length
        let padding = [UInt8](repeating: 0, count: length)
        let last = isWhole ? Array(rest) : Array((rest + [0x80] + padding).prefix(length))
        let mask = isWhole ? subkey : Self.doubled(subkey)
        return cipher.encrypt((0..<length).map { state[$0] ^ last[$0] ^ mask[$0] })
    }

    /// Returns the double of a block in the field of 128 bits, with the highest byte first.
    private static func doubled(_ block: [UInt8]) -> [UInt8] {
        let number = block.reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
        let twice = number << 1 ^ (number >> 127 == 0 ? 0 : 0x87)
        return twice.littleEndianBytes.reversed()
    }
}
