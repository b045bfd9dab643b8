/// How a serial port is to be used.
package struct SerialSettings: Hashable, Sendable {
    /// The bits of a character.
    package enum DataBits: Int, Hashable, Sendable, CaseIterable {
        case five = 5
        case six = 6
        case seven = 7
        case eight = 8
    }

    /// The parity bit, by which a damaged character is noticed.
    package enum Parity: String, Hashable, Sendable, CaseIterable {
        case none
        case even
        case odd
    }

    /// The bits after a character.
    package enum StopBits: Int, Hashable, Sendable, CaseIterable {
        case one = 1
        case two = 2
    }

    /// How the other side says that it has no room.
    package enum Flow: String, Hashable, Sendable, CaseIterable {
        case none
        case rtscts
        case xonxoff
    }

    /// The path of the device, which is followed anew each time it is opened.
    package var device: String
    /// Bits a second; one of `SerialRate.all`.
    package var baud: Int
    /// The bits of a character.
    package var dataBits: DataBits
    /// Whether a bit guards each character.
    package var parity: Parity
    /// What stands behind each character.
    package var stopBits: StopBits
    /// How the other side holds us up.
    package var flow: Flow

    /// A device with 8 data bits, no parity and one stop bit, unless something else is said.
    package init(
        device: String, baud: Int = 115_200, dataBits: DataBits = .eight, parity: Parity = .none,
        stopBits: StopBits = .one, flow: Flow = .none
    ) {
        self.device = device
        self.baud = baud
        self.dataBits = dataBits
        self.parity = parity
        self.stopBits = stopBits
        self.flow = flow
    }

    /// How long a byte takes on the wire, its start, parity and stop bits included.
    package var byteTime: Duration {
        let bits = 1 + dataBits.rawValue + (parity == .none ? 0 : 1) + stopBits.rawValue
        return .seconds(1) * bits / max(1, baud)
    }
}
