/// Filter of authentication requests on an unencrypted connection with a password: only SCRAM, step
/// by step, or no authentication.
///
/// libpq answers every request, and would send the password in clear text to a server that asks for
/// it.
struct LoginGate {
    /// Decision for the available bytes of the next message.
    enum Step: Hashable {
        /// This many more bytes are needed.
        case read(Int)
        /// Pass the message to libpq.
        case pass
        /// Pass this message and everything after it: the login succeeded.
        case last
        /// Pass the message, which libpq reports as an error.
        case end
        /// Keep the message from libpq.
        case refuse
    }

    private enum Stage {
        case asked, offered, continued, proven
    }

    private var stage = Stage.asked

    /// Type and length at the beginning of each message.
    private static let headLength = 5
    private static let request = UInt8(ascii: "R")
    private static let error = UInt8(ascii: "E")
    /// The message lengths that libpq accepts for these types.
    private static let lengths: [UInt8: ClosedRange<Int>] = [
        request: 8...2_000, error: 8...30_000,
    ]

    /// Examines a message, which may be incomplete.
    mutating func look(at message: [UInt8]) -> Step {
        guard message.count >= Self.headLength else {
            return .read(Self.headLength - message.count)
        }
        let length = Self.number(message[1...4])
        guard let lengths = Self.lengths[message[0]], lengths.contains(length) else { return .end }
        let missing = 1 + length - message.count
        guard missing <= 0 else { return .read(missing) }
        return message[0] == Self.error ? .end : judge(Self.number(message[5...8]))
    }

    private mutating func judge(_ code: Int) -> Step {
        // AuthenticationOk is 0, and SASL is 10 to 12: methods, challenge, proof of the server.
        switch (code, stage) {
        case (0, .asked), (0, .proven): return .last
        case (10, .asked): stage = .offered
        case (11, .offered): stage = .continued
        case (12, .continued): stage = .proven
        default: return .refuse
        }
        return .pass
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
