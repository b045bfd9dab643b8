@testable import ANCS

/// Builds the answers of a phone, byte by byte and by hand, so that a mistake in the code under test
/// is not made here as well.
enum Answers {
    /// One attribute: number, length, value.
    static func tuple(_ id: UInt8, _ value: [UInt8]) -> [UInt8] {
        [id, UInt8(value.count & 0xFF), UInt8(value.count >> 8)] + value
    }

    static func tuple(_ id: UInt8, _ value: String) -> [UInt8] {
        tuple(id, Array(value.utf8))
    }

    static func header(_ uid: UInt32) -> [UInt8] {
        [0, UInt8(uid & 0xFF), UInt8(uid >> 8 & 0xFF), UInt8(uid >> 16 & 0xFF), UInt8(uid >> 24)]
    }

    /// The eight attributes of an ordinary message.
    static let tuples: [[UInt8]] = [
        tuple(0, "com.apple.MobileSMS"), tuple(1, "Zoë Müller"), tuple(2, ""),
        tuple(3, "Dinner at 7?"), tuple(4, "12"), tuple(5, "20131105T181928"), tuple(6, ""),
        tuple(7, "Clear"),
    ]

    /// A whole answer about a notification.
    static func notification(_ uid: UInt32, _ tuples: [[UInt8]] = tuples) -> [UInt8] {
        tuples.reduce(into: header(uid)) { $0 += $1 }
    }

    static func notification(
        _ uid: UInt32, app: String, title: String = "Zoë Müller", message: String = ""
    ) -> [UInt8] {
        notification(
            uid,
            [
                tuple(0, app), tuple(1, title), tuple(2, ""), tuple(3, message), tuple(4, "0"),
                tuple(5, ""), tuple(6, ""), tuple(7, "Clear"),
            ])
    }

    /// A whole answer about an app.
    static func app(_ identifier: String, _ name: String) -> [UInt8] {
        [1] + Array(identifier.utf8) + [0] + tuple(0, name)
    }

    /// A Notification Source value.
    static func source(
        _ event: UInt8, _ uid: UInt32, category: UInt8 = 4, flags: UInt8 = 0, count: UInt8 = 1
    ) -> [UInt8] {
        [event, flags, category, count] + header(uid).dropFirst()
    }
}

extension Array {
    /// The elements in pieces of a size.
    func pieces(of size: Int) -> [[Element]] {
        stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}
