internal import Board
internal import Linux
package import Notices

/// Filter of battery levels and played media for lines that people read.
///
/// A battery is reported at first and after each further change by a step, a track when it begins.
/// Some players change the title all the time, so tracks have a limit: notifications must remain
/// visible between them.
package struct PhoneNewsFilter: Sendable {
    /// Percent by which a level must differ from the last reported one.
    package static let batteryStep = 10
    /// Limit of tracks of a phone within `trackTime`.
    package static let trackLimit = 4
    package static let trackTime: Duration = .seconds(60)
    /// Limit of remembered phones; the least recently reported is forgotten first.
    package static let phoneLimit = PhoneList.limit

    /// What was reported of a phone.
    private struct Reported: Sendable {
        let phone: PhoneName.Key
        var battery: Int?
        var track: [String] = []
        /// Times of the last tracks, oldest first.
        var times: [WallTime] = []

        mutating func takes(_ level: Int) -> Bool {
            if let battery, abs(battery - level) < PhoneNewsFilter.batteryStep { return false }
            battery = level
            return true
        }

        mutating func takes(_ media: PlayedMedia?, at time: WallTime) -> Bool {
            guard let media, media.isPlaying else { return false }
            let captions = media.captions
            guard !captions.isEmpty, captions != track else { return false }
            if times.count == PhoneNewsFilter.trackLimit, let first = times.first {
                // After the clock was set back, a time may be in the future.
                let age = first.age(at: time)
                if age >= .zero, age < PhoneNewsFilter.trackTime { return false }
            }
            track = captions
            times = (times + [time]).suffix(PhoneNewsFilter.trackLimit)
            return true
        }
    }

    private var reported: [Reported] = []

    package init() {}

    /// Returns whether an event is to be written; true for all other events.
    package mutating func takes(_ event: BridgeEvent) -> Bool {
        switch event {
        case .battery(let level, let phone, _):
            change(phone.key) { $0.takes(min(max(level, 0), 100)) }
        case .media(let media, let phone, let time):
            change(phone.key) { $0.takes(media, at: time) }
        default: true
        }
    }

    private mutating func change(
        _ phone: PhoneName.Key, _ change: (inout Reported) -> Bool
    ) -> Bool {
        let index = reported.firstIndex { $0.phone == phone }
        var entry = index.map { reported[$0] } ?? Reported(phone: phone)
        guard change(&entry) else { return false }
        if let index { reported.remove(at: index) }
        reported = (reported + [entry]).suffix(Self.phoneLimit)
        return true
    }
}
