/// Values that were measured, and what they amount to.
package struct Sample: Sendable {
    private let sorted: [Double]

    /// Values in any order.
    package init(_ values: [Double]) {
        sorted = values.sorted()
    }

    /// How many there are.
    package var count: Int { sorted.count }

    /// The value that so large a share of all stayed below.
    package func value(_ share: Double) -> Double {
        sorted.isEmpty ? .nan : sorted[min(Int(Double(sorted.count) * share), sorted.count - 1)]
    }

    /// Half of all stayed below it.
    package var median: Double { value(0.5) }

    /// The median, and between which values all are.
    package func spread(_ digits: Int) -> String {
        "\(median.text(digits))   (\(value(0).text(digits)) to \(value(1).text(digits)))"
    }
}

extension Double {
    /// The number with so many digits behind the point.
    package func text(_ digits: Int) -> String {
        guard isFinite else { return "–" }
        let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
        let whole = Int((magnitude * Double(scale)).rounded())
        let sign = self < 0 && whole > 0 ? "-" : ""
        guard digits > 0 else { return "\(sign)\(whole)" }
        let rest = String(whole % scale)
        return "\(sign)\(whole / scale)." + String(repeating: "0", count: digits - rest.count)
            + rest
    }

    /// The number in a column of this width.
    package func column(_ width: Int, _ digits: Int) -> String {
        let text = text(digits)
        return String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
