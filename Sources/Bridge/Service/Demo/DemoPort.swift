import Linux

/// Port of this host, reserved for one demo.
///
/// The reservation is a listening socket on another loopback address: the program that uses the port itself may not have
/// started when the next demo looks for one.
struct DemoPort: ~Copyable {
    private static let usual: UInt16 = 8437
    private static let loopback = "127.0.0.1"
    private static let aside = "127.84.37.1"
    /// Number of other free ports to try.
    private static let attempts = 16

    let number: UInt16
    private let claim: ListeningSocket?

    /// Reserves the usual port, or a free one.
    init() {
        for port in [Self.usual] + Array(repeating: 0, count: Self.attempts) {
            guard let free = Self.free(port),
                let claim = try? ListeningSocket(at: Self.place(Self.aside, free))
            else { continue }
            number = free
            self.claim = consume claim
            return
        }
        // Without a reservation, only demos that start at the same moment can choose the same port.
        number = Self.free(Self.usual) ?? Self.free(0) ?? Self.usual
        claim = nil
    }

    /// Whether a program accepts connections on the port.
    var isServed: Bool {
        do throws(NetworkFailure) {
            _ = try Self.place(Self.loopback, number).connect(within: .seconds(1))
            return true
        } catch {
            return false
        }
    }

    /// Returns the port if it is free, or any free port for 0; nil if it is in use.
    private static func free(_ port: UInt16) -> UInt16? {
        if let port = try? ListeningSocket(at: place(loopback, port)).port { return port }
        return nil
    }

    private static func place(_ address: String, _ port: UInt16) -> NetworkPlace {
        NetworkPlace(address: address, port: port)
    }
}
