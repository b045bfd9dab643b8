internal import CLinux

/// The rates that the kernel supports.
package enum SerialRate {
    private static let codes: [(baud: Int, code: speed_t)] = [
        (50, speed_t(B50)), (75, speed_t(B75)), (110, speed_t(B110)), (134, speed_t(B134)),
        (150, speed_t(B150)), (200, speed_t(B200)), (300, speed_t(B300)), (600, speed_t(B600)),
        (1200, speed_t(B1200)), (1800, speed_t(B1800)), (2400, speed_t(B2400)),
        (4800, speed_t(B4800)), (9600, speed_t(B9600)), (19_200, speed_t(B19200)),
        (38_400, speed_t(B38400)), (57_600, speed_t(B57600)), (115_200, speed_t(B115200)),
        (230_400, speed_t(B230400)), (460_800, speed_t(B460800)), (500_000, speed_t(B500000)),
        (576_000, speed_t(B576000)), (921_600, speed_t(B921600)),
        (1_000_000, speed_t(B1000000)), (1_152_000, speed_t(B1152000)),
        (1_500_000, speed_t(B1500000)), (2_000_000, speed_t(B2000000)),
        (2_500_000, speed_t(B2500000)), (3_000_000, speed_t(B3000000)),
        (3_500_000, speed_t(B3500000)), (4_000_000, speed_t(B4000000)),
    ]

    /// All rates, slowest first; a port may still refuse one.
    package static let all = codes.map(\.baud)

    /// Returns the next slower and the next faster rate.
    package static func neighbours(of baud: Int) -> [Int] {
        [all.last { $0 < baud }, all.first { $0 > baud }].compactMap { $0 }
    }

    /// Returns the rate of a kernel constant.
    static func baud(of code: speed_t) -> Int? {
        codes.first { $0.code == code }?.baud
    }

    /// Returns the kernel constant of a rate.
    static func code(of baud: Int) -> speed_t? {
        codes.first { $0.baud == baud }?.code
    }
}
