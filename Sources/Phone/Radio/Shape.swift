/// What the host looks like to phones that look around.
package enum Shape: String, CaseIterable, Sendable {
    /// A host that wants notifications, and nothing else.
    case solicit
    /// The same as a keyboard that never types: iOS lists keyboards in its settings, and comes back
    /// to them by itself.
    case hid
    /// The same service, described as a keypad: iOS may keep its own keyboard for typing then.
    case keypad
    /// An input device in the advertisement alone; no such service can be found after connecting.
    case look

    /// What it says in the advertisement that it looks like; nil for a plain host, which does not
    /// advertise the service of input devices either.
    package var appearance: UInt16? {
        switch self {
        case .solicit: nil
        case .hid, .keypad: Keyboard.appearance
        // That of the examples with which this shape was reported to work.
        case .look: Keyboard.genericAppearance
        }
    }

    /// What the service of input devices describes; nil for a host without that service.
    package var usage: Keyboard.Usage? {
        switch self {
        case .hid: .keyboard
        case .keypad: .keypad
        case .solicit, .look: nil
        }
    }
}
