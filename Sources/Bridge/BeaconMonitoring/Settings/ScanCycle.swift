import Settings

/// Schedule of listening for beacons.
package enum ScanCycle: Hashable, Sendable {
    case off
    /// Without a pause, as touch detection requires.
    case continuous
    /// Seconds of listening at the beginning of each period, and the length of the period in seconds.
    case cycle(listen: Int, every: Int)

    /// Default compromise: uses a fifth of the air time and detects a missing item within half a minute.
    package static let usual = ScanCycle.cycle(listen: 3, every: 15)
    /// Longest period, in seconds.
    static let longestPeriod = 3600
    /// Shortest listening window, in seconds: many tags send once a second.
    static let shortestWindow = 1

    /// The cycle in the syntax of the configuration.
    package var text: String {
        switch self {
        case .off: "off"
        case .continuous: "continuous"
        case .cycle(let listen, let period): "\(listen)s every \(period)s"
        }
    }
}

extension ValueSyntax<ScanCycle> {
    /// A listening schedule, as in `3s every 15s`.
    static let scan = ValueSyntax(
        wants: "when to listen: continuous, off, or a time and a period such as 3s every 15s",
        kind: "continuous, off, or a time and a period", words: ["continuous", "off"],
        read: { (text) throws(ValueRefusal) in
            switch text {
            case "off": return .off
            case "continuous": return .continuous
            default: break
            }
            let words = text.split(separator: " ")
            guard words.count == 3, words[1] == "every", let listen = seconds(words[0]),
                let period = seconds(words[2])
            else { throw .otherKind }
            guard listen >= ScanCycle.shortestWindow else {
                throw .because("must listen for at least 1s at a time")
            }
            guard listen < period else {
                throw .because(
                    "must listen for less than the period of \(period)s, not for \(listen)s; to "
                        + "listen all the time, write continuous")
            }
            guard period <= ScanCycle.longestPeriod else {
                throw .because("must repeat within \(ScanCycle.longestPeriod)s")
            }
            return .cycle(listen: listen, every: period)
        }, write: { $0.text })

    /// Parses whole seconds or minutes.
    private static func seconds(_ word: Substring) -> Int? {
        let unit = word.last
        guard unit == "s" || unit == "m",
            word.utf8.dropLast().allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            ),
            let number = Int(word.dropLast()), number < 100_000
        else { return nil }
        return unit == "m" ? number * 60 : number
    }
}
