/// Appearance of the host to phones that scan.
package enum Shape: String, CaseIterable, Sendable {
    /// A host that solicits notifications, without further services.
    case solicit
    /// Also a keyboard that never types: iOS lists keyboards in its settings, and reconnects to
    /// them by itself.
    case hid
    /// The same service, described as a keypad; iOS may then keep its own keyboard for typing.
    case keypad
    /// An input device in the advertisement alone; the service is missing after connecting.
    case look

    /// Appearance in the advertisement; nil for a plain host, which does not advertise the service
    /// of input devices either.
    package var appearance: UInt16? {
        switch self {
        case .solicit: nil
        case .hid, .keypad: Keyboard.appearance
        // The value of the examples with which this shape was reported to work.
        case .look: Keyboard.genericAppearance
        }
    }

    /// Usage in the report map; nil for a host without the service of input devices.
    package var usage: Keyboard.Usage? {
        switch self {
        case .hid: .keyboard
        case .keypad: .keypad
        case .solicit, .look: nil
        }
    }
}
