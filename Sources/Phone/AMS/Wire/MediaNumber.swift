/// Decimal number in the value of an attribute.
enum MediaNumber {
    /// Parses a number with a point or a comma, and optionally with a sign and an exponent.
    ///
    /// - Parameter isCut: whether characters may be missing at the end. Only those of a fraction
    ///   may be: a cut integer would be a wrong number.
    /// - Returns: nil for anything else, such as an empty, an overlong or an infinite number.
    static func parse(_ bytes: some Collection<UInt8>, isCut: Bool = false) -> Double? {
        guard bytes.count <= MediaLimits.numberLength else { return nil }
        var rest = Array(bytes)[...]
        let sign = takeSign(&rest)
        let integer = takeDigits(&rest)
        var fraction: String?
        if let mark = rest.first, mark == UInt8(ascii: ".") || mark == UInt8(ascii: ",") {
            rest.removeFirst()
            fraction = takeDigits(&rest)
        }
        guard !integer.isEmpty || fraction?.isEmpty == false else { return nil }
        var exponent = ""
        if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
            rest.removeFirst()
            exponent = "e" + takeSign(&rest)
            let digits = takeDigits(&rest)
            guard !digits.isEmpty, !isCut else { return nil }
            exponent += digits
        }
        guard rest.isEmpty, !isCut || fraction != nil else { return nil }
        let number = Double("\(sign)0\(integer).\(fraction ?? "")0\(exponent)")
        return number.flatMap { $0.isFinite ? $0 : nil }
    }

    /// Parses a number that is an integer in this range; nil for anything else.
    static func integer(
        _ bytes: some Collection<UInt8>, in range: ClosedRange<Int>, isCut: Bool = false
    ) -> Int? {
        guard let number = parse(bytes, isCut: isCut), let integer = Int(exactly: number) else {
            return nil
        }
        return range.contains(integer) ? integer : nil
    }

    /// Parses a number of seconds; nil also if it is beyond the limit.
    static func time(_ bytes: some Collection<UInt8>, isCut: Bool = false) -> Duration? {
        guard let seconds = parse(bytes, isCut: isCut) else { return nil }
        let limit = MediaLimits.time.inSeconds
        return (-limit...limit).contains(seconds) ? .seconds(seconds) : nil
    }

    private static func takeSign(_ rest: inout ArraySlice<UInt8>) -> String {
        guard let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") else {
            return ""
        }
        rest.removeFirst()
        return sign == UInt8(ascii: "-") ? "-" : ""
    }

    private static func takeDigits(_ rest: inout ArraySlice<UInt8>) -> String {
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        rest = rest[digits.endIndex...]
        return String(decoding: digits, as: UTF8.self)
    }
}

extension Duration {
    /// Number of seconds, with their fraction.
    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
