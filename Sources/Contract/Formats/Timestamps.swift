package import ANCS
import Linux

extension PhoneDate {
    /// Date and time of the phone, which have no time zone.
    package var timestamp: String {
        String(
            numbers: [
                (year, 4, "-"), (month, 2, "-"), (day, 2, "T"), (hour, 2, ":"), (minute, 2, ":"),
                (second, 2, nil),
            ])
    }
}

extension Duration {
    /// Seconds with up to three decimals.
    package var decimalSeconds: String {
        let (seconds, attoseconds) = max(self, .zero).components
        let thousandths = Int(attoseconds / 1_000_000_000_000_000).padded(to: 3)
        let decimals = String(thousandths.reversed().drop { $0 == "0" }.reversed())
        return "\(seconds)" + (decimals.isEmpty ? "" : "." + decimals)
    }
}
