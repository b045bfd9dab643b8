internal import Synchronization

/// Counts bytes that are held for others, wherever those are.
package final class ByteTally: Sendable {
    private let total = Atomic<Int>(0)

    /// Nothing is held yet.
    package init() {}

    /// How many are held.
    package var count: Int { total.load(ordering: .relaxed) }

    /// Counts further ones, or fewer with a negative number.
    package func add(_ bytes: Int) {
        total.add(bytes, ordering: .relaxed)
    }
}

/// Bytes that any number of queues may hold at the same time: they exist, and are counted, once.
package final class SharedBytes: Sendable {
    /// Bytes that the system needs beside those of a text.
    private static let overhead = 96
    /// The part of its size by which an array may be larger than what is in it.
    private static let mostSlack = 8

    /// The bytes.
    package let bytes: [UInt8]
    private let tally: ByteTally?

    /// - Parameters:
    ///   - bytes: the bytes.
    ///   - tally: where they are counted for as long as anybody holds them.
    package init(_ bytes: [UInt8], in tally: ByteTally? = nil) {
        // An array that has grown may be twice as large as what is in it.
        let isLoose = bytes.capacity - bytes.count > 32 + bytes.count / Self.mostSlack
        self.bytes = isLoose ? Array(bytes[...]) : bytes
        self.tally = tally
        tally?.add(bytes.count + Self.overhead)
    }

    deinit {
        tally?.add(-(bytes.count + Self.overhead))
    }
}
