internal import CLinux

/// A serial mode in the form of the kernel, and its comparison with the accepted one.
struct SerialMode {
    private static let inputFlags = tcflag_t(
        IGNBRK | BRKINT | IGNPAR | PARMRK | INPCK | ISTRIP | INLCR | IGNCR | ICRNL | IXON | IXOFF
            | IXANY)
    private static let localFlags = tcflag_t(ECHO | ECHONL | ICANON | ISIG | IEXTEN)

    /// The mode to set: raw, with the rate, parity and flow control of the settings.
    private(set) var value: termios

    /// Creates the mode for these settings; nil if the rate is not supported.
    init?(_ settings: SerialSettings, over old: termios) {
        guard let rate = SerialRate.code(of: settings.baud) else { return nil }
        value = old
        unsafe cfmakeraw(&value)
        unsafe callboard_set_serial_characters(&value)
        value.c_iflag &= ~Self.inputFlags
        // A break would be read as a byte that was never sent.
        value.c_iflag |= tcflag_t(IGNBRK)
        if settings.parity != .none { value.c_iflag |= tcflag_t(INPCK | IGNPAR) }
        if settings.flow == .xonxoff { value.c_iflag |= tcflag_t(IXON | IXOFF) }

        value.c_cflag &= ~(tcflag_t(CSIZE | PARENB | PARODD | CSTOPB) | tcflag_t(CRTSCTS))
        // Left by another program: mark and space parity, and a different input rate.
        value.c_cflag &= ~(callboard_mark_parity | tcflag_t(CIBAUD))
        // Without CLOCAL, a port whose modem lines are down would hang up.
        value.c_cflag |= tcflag_t(CREAD | CLOCAL) | Self.size(settings.dataBits)
        switch settings.parity {
        case .none: break
        case .even: value.c_cflag |= tcflag_t(PARENB)
        case .odd: value.c_cflag |= tcflag_t(PARENB | PARODD)
        }
        if settings.stopBits == .two { value.c_cflag |= tcflag_t(CSTOPB) }
        if settings.flow == .rtscts { value.c_cflag |= tcflag_t(CRTSCTS) }
        unsafe cfsetispeed(&value, rate)
        unsafe cfsetospeed(&value, rate)
    }

    private static func size(_ bits: SerialSettings.DataBits) -> tcflag_t {
        switch bits {
        case .five: tcflag_t(CS5)
        case .six: tcflag_t(CS6)
        case .seven: tcflag_t(CS7)
        case .eight: tcflag_t(CS8)
        }
    }

    private static func rate(of mode: termios) -> speed_t {
        var mode = mode
        return unsafe cfgetospeed(&mode)
    }

    /// Returns the first setting that the port did not accept; nil if there is none.
    func difference(
        from taken: termios, for settings: SerialSettings
    ) -> SerialProblem? {
        if Self.rate(of: taken) != Self.rate(of: value) {
            return .refusedRate(settings.baud, kept: SerialRate.baud(of: Self.rate(of: taken)))
        }
        let different = taken.c_cflag ^ value.c_cflag
        if different & tcflag_t(CSIZE) != 0 {
            return .refusedMode("\(settings.dataBits.rawValue) data bits")
        }
        if different & (tcflag_t(PARENB | PARODD) | callboard_mark_parity) != 0 {
            return .refusedMode(
                settings.parity == .none ? "bytes without parity" : "\(settings.parity) parity")
        }
        if different & tcflag_t(CSTOPB) != 0 {
            return .refusedMode("\(settings.stopBits.rawValue) stop bits")
        }
        if different & tcflag_t(CRTSCTS) != 0 { return .refusedMode("RTS/CTS flow control") }
        if (taken.c_iflag ^ value.c_iflag) & tcflag_t(IXON | IXOFF) != 0 {
            return .refusedMode("XON/XOFF flow control")
        }
        let isRaw =
            (taken.c_iflag ^ value.c_iflag) & Self.inputFlags == 0
            && taken.c_lflag & Self.localFlags == 0 && taken.c_oflag & tcflag_t(OPOST) == 0
            && different & tcflag_t(CREAD | CLOCAL) == 0
        return isRaw ? nil : .refusedMode("raw bytes")
    }
}
