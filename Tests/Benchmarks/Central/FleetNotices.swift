import ANCS
import History
import Linux
import Notices

/// What the phones of a fleet tell: believable texts, at the moments that are wanted.
struct FleetNotices {
    private static let bridgePhones = 10
    private let samples: [Notice]
    private var ids: [NoticeIDSource]
    private var chance = SystemRandomNumberGenerator()

    /// - Parameter bridges: for how many bridges, each with its own numbers.
    init(bridges: Int) {
        var samples: [Notice] = []
        for event in BelievableYear(seed: 5, end: .now, days: 120) {
            // A history knows again what a phone says it had already.
            if case .notice(.added, let notice, _) = event, !notice.flags.contains(.preExisting) {
                samples.append(notice)
            }
        }
        self.samples = samples
        ids = Array(repeating: NoticeIDSource(), count: bridges)
    }

    /// The next notice of one of a bridge's phones.
    mutating func notice(of bridge: Int, at moment: WallTime) -> Notice {
        let sample = samples[Int.random(in: samples.indices, using: &chance)]
        let phone = Int.random(in: 0..<Self.bridgePhones, using: &chance)
        return Notice(
            id: ids[bridge].next(at: moment), phone: "Phone \(phone)", bond: "bond\(phone)",
            category: sample.category, flags: sample.flags, uid: sample.uid, appID: sample.appID,
            appName: sample.appName, title: sample.title, subtitle: sample.subtitle,
            message: sample.message, positiveAction: sample.positiveAction,
            negativeAction: sample.negativeAction, received: moment)
    }

    /// That something becomes of a notice.
    static func event(_ change: NoticeChange, _ notice: Notice, at moment: WallTime) -> HistoryEvent
    {
        guard let event = HistoryEvent(.notice(change, notice, at: moment)) else {
            fatalError("every change of a notice is part of a history")
        }
        return event
    }
}
