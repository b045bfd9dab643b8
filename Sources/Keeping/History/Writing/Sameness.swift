internal import ANCS
internal import Notices

extension NoticeRow {
    /// A number by which a notice that a phone announces again is looked for: the same for the same
    /// words from the same phone.
    static func sameness(
        bond: String, appID: Text, category: Category, date: PhoneDate?, texts: Texts
    ) -> Int64 {
        var hash = StableHash()
        hash.take(Array(bond.utf8))
        hash.take(appID.bytes)
        hash.take([category.id.rawValue])
        hash.take(Array(String(date?.number ?? 0).utf8))
        hash.take(texts.title.bytes)
        hash.take(texts.subtitle.bytes)
        hash.take(texts.message.bytes)
        return Int64(bitPattern: hash.value)
    }
}

/// FNV-1a, the same in every run; who finds two texts of one value gains nothing, since what is
/// found by it is compared as well.
private struct StableHash {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func take(_ bytes: [UInt8]) {
        for byte in bytes { take(byte) }
        // The length keeps two texts from being one.
        for shift in stride(from: 0, to: 32, by: 8) {
            take(UInt8(truncatingIfNeeded: bytes.count >> shift))
        }
    }

    private mutating func take(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
    }
}
