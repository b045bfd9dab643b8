internal import CMosquitto

/// An MQTT 5 reason code.
package struct ReasonCode: RawRepresentable, Hashable, Sendable {
    /// The number; from 128 on it is an error.
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Converts the return code of an MQTT 3.1.1 CONNACK.
    init(ofVersionThree number: Int32) {
        let reasons: [Int32: ReasonCode] = [
            1: .unsupportedVersion, 2: .clientIDNotValid, 3: .serverUnavailable,
            4: .badUserOrPassword, 5: .notAuthorized,
        ]
        self = reasons[number] ?? ReasonCode(rawValue: number)
    }

    /// A subscription was granted only for QoS 0.
    static let grantedWithoutAcknowledgement = ReasonCode(rawValue: 0)
    package static let unsupportedVersion = ReasonCode(rawValue: 132)
    /// The broker rejects the client identifier.
    package static let clientIDNotValid = ReasonCode(rawValue: 133)
    package static let badUserOrPassword = ReasonCode(rawValue: 134)
    package static let notAuthorized = ReasonCode(rawValue: 135)
    /// The broker is not available.
    package static let serverUnavailable = ReasonCode(rawValue: 136)
    /// The broker does not support the requested quality of service.
    package static let qualityNotSupported = ReasonCode(rawValue: 155)
    /// Another client connected with the same client identifier.
    package static let takenOver = ReasonCode(rawValue: 142)

    /// Whether the code is an error.
    package var isRefusal: Bool { rawValue >= 128 }

    /// Text of the reason, as in the specification.
    package var words: String {
        guard let text = unsafe mosquitto_reason_string(rawValue) else {
            return "reason \(rawValue)"
        }
        return unsafe String(cString: text).lowercased()
    }
}
