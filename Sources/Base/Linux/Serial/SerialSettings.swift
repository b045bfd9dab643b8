/// Settings of a serial port.
package struct SerialSettings: Hashable, Sendable {
    /// Data bits per character.
    package enum DataBits: Int, Hashable, Sendable, CaseIterable {
        case five = 5
        case six = 6
        case seven = 7
        case eight = 8
    }

    /// Parity bit, which detects damaged characters.
    package enum Parity: String, Hashable, Sendable, CaseIterable {
        case none
        case even
        case odd
    }

    /// Stop bits per character.
    package enum StopBits: Int, Hashable, Sendable, CaseIterable {
        case one = 1
        case two = 2
    }

    /// Flow control.
    package enum Flow: String, Hashable, Sendable, CaseIterable {
        case none
        case rtscts
        case xonxoff
    }

    /// Path of the device; links are resolved each time it is opened.
    package var device: String
    /// Bits per second; one of `SerialRate.all`.
    package var baud: Int
    package var dataBits: DataBits
    package var parity: Parity
    package var stopBits: StopBits
    package var flow: Flow

    /// Creates settings; the default is 8 data bits, no parity and one stop bit.
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

    /// Transmission time of a byte, including start, parity and stop bits.
    package var byteTime: Duration {
        let bits = 1 + dataBits.rawValue + (parity == .none ? 0 : 1) + stopBits.rawValue
        return .seconds(1) * bits / max(1, baud)
    }
}
