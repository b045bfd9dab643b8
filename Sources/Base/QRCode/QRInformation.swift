/// What a code says of itself, protected by bits of its own.
enum QRInformation {
    /// Level and mask in fifteen bits, turned so that they are never all light.
    static func format(_ level: QRForm.Level, mask: Int) -> Int {
        protected(level.bits << 3 | mask, by: 0x537, degree: 10) ^ 0x5412
    }

    /// A version in eighteen bits.
    static func version(_ version: Int) -> Int {
        protected(version, by: 0x1F25, degree: 12)
    }

    /// A number, and behind it what is left when it is divided by a polynomial.
    private static func protected(_ number: Int, by divisor: Int, degree: Int) -> Int {
        var rest = number << degree
        while rest >> degree != 0 {
            let length = Int.bitWidth - rest.leadingZeroBitCount
            rest ^= divisor << (length - degree - 1)
        }
        return number << degree | rest
    }
}
