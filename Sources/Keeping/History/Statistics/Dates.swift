internal import Linux

extension LocalDay: CustomStringConvertible {
    /// The date in ISO 8601 format.
    package var description: String {
        let (year, month, day) = date
        return "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))"
    }

    /// The date as day, month and year.
    var words: String {
        "\(dayAndMonth) \(date.year)"
    }

    /// The date with the day of the week.
    var wordsWithWeekday: String {
        "\(Self.weekdays[weekday]) \(words)"
    }
}

extension Int {
    /// The number with thousands separators.
    package var grouped: String {
        let digits = Array(String(magnitude))
        var text = self < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return text
    }
}

extension Double {
    /// The number with thousands separators and at most one decimal.
    var shortened: String {
        let tenths = Int((Swift.min(Swift.max(self, -1e15), 1e15) * 10).rounded())
        let whole = (tenths / 10).grouped
        return tenths % 10 == 0 ? whole : "\(whole).\(abs(tenths % 10))"
    }

    /// The fraction in percent with one decimal.
    var percent: String {
        let tenths = Int((Swift.min(Swift.max(self, 0), 1) * 1000).rounded())
        return "\(tenths / 10).\(tenths % 10) %"
    }
}
