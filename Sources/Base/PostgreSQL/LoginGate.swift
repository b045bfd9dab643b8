/// What a server may ask of a client that has a password, where nobody encrypts: SCRAM, step by step, or nothing at all.
///
/// The library answers every request of a server, and would send the password in the clear to a server that asks for it.
struct LoginGate {
    /// What becomes of the bytes of the server's next message that are there.
    enum Step: Hashable {
        /// So many more bytes belong to it.
        case read(Int)
        /// The library may have it.
        case pass
        /// The library may have it, and everything after it: the server lets this client in.
        case last
        /// The library may have it, and makes an error of it.
        case end
        /// The library must not see it.
        case refuse
    }

    private enum Stage {
        case asked, offered, continued, proven
    }

    private var stage = Stage.asked

    /// Of a kind and a length, as each message begins.
    private static let headLength = 5
    private static let request = UInt8(ascii: "R")
    private static let error = UInt8(ascii: "E")
    /// What the library takes for the length of a message of these kinds.
    private static let lengths: [UInt8: ClosedRange<Int>] = [
        request: 8...2_000, error: 8...30_000,
    ]

    /// Looks at a message as far as it is there.
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
