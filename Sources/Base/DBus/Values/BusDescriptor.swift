package import Linux
internal import Synchronization

/// An open descriptor sent over the bus: taken once, else closed with its owner.
package final class BusDescriptor: Sendable {
    private let descriptor: Mutex<FileDescriptor?>

    /// Takes ownership of a descriptor; sending uses a duplicate.
    package init(_ descriptor: consuming sending FileDescriptor) {
        self.descriptor = Mutex(descriptor)
    }

    /// Returns the descriptor the first time, and nil afterwards.
    package func take() -> FileDescriptor? {
        descriptor.withLock { $0.take() }
    }

    /// Calls a closure with the number, unless the descriptor was taken.
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
    /// Equality by identity.
    package static func == (left: BusDescriptor, right: BusDescriptor) -> Bool {
        left === right
    }

    /// Hashes the identity.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
