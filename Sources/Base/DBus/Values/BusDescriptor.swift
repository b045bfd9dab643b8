package import Linux
internal import Synchronization

/// An open descriptor that travels over the bus: taken once, and closed when nobody takes it.
package final class BusDescriptor: Sendable {
    private let descriptor: Mutex<FileDescriptor?>

    /// Takes ownership of a descriptor; what is sent is a duplicate of it.
    package init(_ descriptor: consuming sending FileDescriptor) {
        self.descriptor = Mutex(descriptor)
    }

    /// The descriptor, for the first who asks.
    package func take() -> FileDescriptor? {
        descriptor.withLock { $0.take() }
    }

    /// Calls a closure with the number, unless somebody has taken the descriptor.
    func withNumber<Result>(_ body: (Int32) -> Result) -> Result? {
        descriptor.withLock { descriptor in
            switch descriptor {
            case .some(let descriptor): body(descriptor.rawValue)
            case nil: nil
            }
        }
    }
}

extension BusDescriptor: Hashable {
    /// The same only where it is the same open file.
    package static func == (left: BusDescriptor, right: BusDescriptor) -> Bool {
        left === right
    }

    /// Goes by the same.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
