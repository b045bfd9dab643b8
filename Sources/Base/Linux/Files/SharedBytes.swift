internal import Synchronization

/// Counter of bytes held in shared buffers.
package final class ByteTally: Sendable {
    private let total = Atomic<Int>(0)

    package init() {}

    /// Number of held bytes.
    package var count: Int { total.load(ordering: .relaxed) }

    /// Adds to the count; a negative number reduces it.
    package func add(_ bytes: Int) {
        total.add(bytes, ordering: .relaxed)
    }
}

/// An immutable buffer shared by several queues; it exists, and is counted, once.
package final class SharedBytes: Sendable {
    /// Memory overhead of a buffer in bytes.
    private static let overhead = 96
    /// Divisor of the size: unused capacity beyond `size / mostSlack + 32` bytes is released.
    private static let mostSlack = 8

    package let bytes: [UInt8]
    private let tally: ByteTally?

    /// - Parameter tally: counter of the bytes during the lifetime of this object.
    package init(_ bytes: [UInt8], in tally: ByteTally? = nil) {
        // An array that has grown may have twice the capacity that it needs.
        let isLoose = bytes.capacity - bytes.count > 32 + bytes.count / Self.mostSlack
        self.bytes = isLoose ? Array(bytes[...]) : bytes
        self.tally = tally
        tally?.add(bytes.count + Self.overhead)
    }

    deinit {
        tally?.add(-(bytes.count + Self.overhead))
    }
}
