/// Format and version information with error correction.
enum QRInformation {
    /// Returns level and mask as fifteen bits, masked so that they are never all light.
    static func format(_ level: QRForm.Level, mask: Int) -> Int {
        protected(level.bits << 3 | mask, by: 0x537, degree: 10) ^ 0x5412
    }

    /// Returns a version as eighteen bits.
    static func version(_ version: Int) -> Int {
        protected(version, by: 0x1F25, degree: 12)
    }

    /// Returns a number followed by its remainder modulo a polynomial.
    private static func protected(_ number: Int, by divisor: Int, degree: Int) -> Int {
        var rest = number << degree
        while rest >> degree != 0 {
            let length = Int.bitWidth - rest.leadingZeroBitCount
            rest ^= divisor << (length - degree - 1)
        }
        return number << degree | rest
    }
}
