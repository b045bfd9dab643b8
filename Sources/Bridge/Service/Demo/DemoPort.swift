import Linux

/// A port of this host for one demo, which no other demo takes in the meantime.
///
/// It is claimed on another loopback address for as long as this lives: the program that listens at the port itself
/// has not begun when the next demo looks for one.
struct DemoPort: ~Copyable {
    private static let usual: UInt16 = 8437
    private static let loopback = "127.0.0.1"
    private static let aside = "127.84.37.1"
    /// Free ports that are tried after the usual one.
    private static let attempts = 16

    let number: UInt16
    private let claim: ListeningSocket?

    /// The usual port, or one that is free.
    init() {
        for port in [Self.usual] + Array(repeating: 0, count: Self.attempts) {
            guard let free = Self.free(port),
                let claim = try? ListeningSocket(at: Self.place(Self.aside, free))
            else { continue }
            number = free
            self.claim = consume claim
            return
        }
        // Where that address cannot be used, only demos begun in the same moment can meet.
        number = Self.free(Self.usual) ?? Self.free(0) ?? Self.usual
        claim = nil
    }

    /// Whether something takes connections there.
    var isServed: Bool {
        do throws(NetworkFailure) {
            _ = try Self.place(Self.loopback, number).connect(within: .seconds(1))
            return true
        } catch {
            return false
        }
    }

    /// The port if nobody has it, or any such for none; nil if somebody does.
    private static func free(_ port: UInt16) -> UInt16? {
        if let port = try? ListeningSocket(at: place(loopback, port)).port { return port }
        return nil
    }

    private static func place(_ address: String, _ port: UInt16) -> NetworkPlace {
        NetworkPlace(address: address, port: port)
    }
}
