import HistoryCommands
import Linux

/// Three moments: an ordinary one, the end of a leap day, and the last one of a year.
private let moments = [1_795_357_200_000, 1_709_251_199_999, 1_798_761_599_999].map {
    WallTime(milliseconds: $0)
}

/// Reads the input as words for a time, by the clock that the first byte chooses.
func fuzzTimes(_ bytes: [UInt8]) {
    let choice = Int(bytes.first ?? 0)
    let offset = (choice / moments.count % 29 - 12) * 60
    let calendar = LocalCalendar { moment in
        let shown = WallTime(milliseconds: moment.milliseconds + Int64(offset) * 60_000).universal
        return LocalTime(
            year: shown.year, month: shown.month, day: shown.day, hour: shown.hour,
            minute: shown.minute, second: shown.second, offsetMinutes: offset)
    }
    let words = TimeWords(now: moments[choice % moments.count], calendar: calendar)
    let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
    if let near = words.near(text) { require(!text.isEmpty && !near.isEmpty, "a word for none") }
    guard let meaning = words.span(text) else { return }
    let (start, end) = (meaning.start.milliseconds, meaning.end.milliseconds)
    require(start <= end, "a time ends before it begins")
    require(end - start <= 366 * 86_400_000, "a time is longer than a year")
    require(words.span(text) == meaning, "a time means two things")
    require(words.span(" \(text.uppercased())  ") != nil || !text.isPlain, "its case matters")
}

extension String {
    /// Whether nothing but its letters' case can change it.
    fileprivate var isPlain: Bool {
        utf8.count < 90 && utf8.allSatisfy { (0x20..<0x80).contains($0) }
            && !contains("T") && !contains("+") && !contains("Z")
    }
}
