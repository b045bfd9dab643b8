internal import CMosquitto

/// Why a broker does not do something, as version 5 numbers the reasons.
package struct ReasonCode: RawRepresentable, Hashable, Sendable {
    /// The number; from 128 on it is a refusal.
    package let rawValue: Int32

    /// A reason of this number; any number is one.
    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The reason that version 3.1.1 gives by numbers of its own when it refuses a connection.
    init(ofVersionThree number: Int32) {
        let reasons: [Int32: ReasonCode] = [
            1: .unsupportedVersion, 2: .clientIDNotValid, 3: .serverUnavailable,
            4: .badUserOrPassword, 5: .notAuthorized,
        ]
        self = reasons[number] ?? ReasonCode(rawValue: number)
    }

    /// A subscription was granted for messages without acknowledgement alone.
    static let grantedWithoutAcknowledgement = ReasonCode(rawValue: 0)
    /// The broker does not speak this version.
    package static let unsupportedVersion = ReasonCode(rawValue: 132)
    /// It does not take the client's name.
    package static let clientIDNotValid = ReasonCode(rawValue: 133)
    /// It does not know the user, or the password is wrong.
    package static let badUserOrPassword = ReasonCode(rawValue: 134)
    /// This user may not do it.
    package static let notAuthorized = ReasonCode(rawValue: 135)
    /// The broker cannot serve anybody.
    package static let serverUnavailable = ReasonCode(rawValue: 136)
    /// It takes no messages of the quality of service that is asked for.
    package static let qualityNotSupported = ReasonCode(rawValue: 155)
    /// Another client came with the same name.
    package static let takenOver = ReasonCode(rawValue: 142)

    /// Whether it is a refusal.
    package var isRefusal: Bool { rawValue >= 128 }

    /// The reason in words, as the specification has them.
    package var words: String {
        guard let text = unsafe mosquitto_reason_string(rawValue) else {
            return "reason \(rawValue)"
        }
        return unsafe String(cString: text).lowercased()
    }
}
