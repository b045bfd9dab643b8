internal import ANCS
internal import Notices

extension NoticeRow {
    /// Returns a hash for finding a repeated announcement: equal for the same phone, app, category,
    /// date and texts.
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

/// FNV-1a hash, stable across runs; collisions are harmless, because found rows are compared.
private struct StableHash {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func take(_ bytes: [UInt8]) {
        for byte in bytes { take(byte) }
        // The length separates adjacent texts.
        for shift in stride(from: 0, to: 32, by: 8) {
            take(UInt8(truncatingIfNeeded: bytes.count >> shift))
        }
    }

    private mutating func take(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
    }
}
