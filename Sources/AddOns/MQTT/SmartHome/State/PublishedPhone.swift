import Board
import Formats
import JSON
import Linux
import Notices

/// State of one phone, from which its retained messages are made.
struct PublishedPhone: Sendable {
    /// Limit of counted notifications; beyond it the oldest one is dropped.
    static let limit = 4_096

    /// A notification that is counted or offers actions.
    private struct Kept {
        let type: String
        let isMissed: Bool
        let isRinging: Bool
        let offers: [NoticeAction]
        /// Whether it counts as a notification on the phone.
        let isCounted: Bool
    }

    var name: String
    var state = PhoneState.disconnected
    var battery: Int?
    /// What it plays; nil without a player.
    var played: PlayedMedia?
    /// Whether it has had a player since this program started.
    var hasPlayer = false
    private var notices: [NoticeID: Kept] = [:]
    private var missedToday: Set<NoticeID> = []
    private var last: (notice: NoticeID, caller: String?, app: String?, at: String)?

    init(name: String) {
        self.name = name
    }

    /// Drops all notifications, since a new snapshot follows.
    mutating func beginAgain() {
        notices = [:]
        missedToday = []
        played = nil
    }

    /// Resets the missed calls of the day.
    mutating func beginDay() {
        missedToday = []
    }

    /// Forgets the last caller and app.
    mutating func forgetLast() {
        last = nil
    }

    /// Applies a change of a notification.
    mutating func take(
        _ change: NoticeChange, _ notice: Notice, midnight: WallTime, detail: BoardOptions.Detail
    ) {
        switch change {
        case .removed, .forgotten: notices[notice.id] = nil
        case .added, .modified, .ringing, .answered, .ended, .missed:
            let isCall = notice.call != nil
            let isMissed = notice.call?.state == .missed || notice.category == .missedCall
            if isMissed, notice.time.milliseconds >= midnight.milliseconds,
                missedToday.count < Self.limit
            {
                missedToday.insert(notice.id)
            }
            // A call that has ended is no longer on the phone.
            if notice.call?.state == .ended {
                notices[notice.id] = nil
            } else {
                notices[notice.id] = Kept(
                    type: EventType.of(notice.category), isMissed: isMissed,
                    isRinging: notice.call?.state == .ringing,
                    offers: NoticeAction.allCases.filter { $0.isOffered(toNow: notice) },
                    isCounted: !isCall || isMissed)
            }
            if notices.count > Self.limit,
                let oldest = notices.keys.min(by: { $0.rawValue < $1.rawValue })
            {
                notices[oldest] = nil
            }
            if change == .added || change == .ringing {
                note(notice, detail)
            } else if last?.notice == notice.id, let app = notice.appName?.cleaned().limited,
                !app.isEmpty
            {
                // The event of a call may precede the name of its app.
                last?.app = app
            }
        }
    }

    private mutating func note(_ notice: Notice, _ detail: BoardOptions.Detail) {
        guard detail != .counts, !notice.isPreExisting else { return }
        let caller =
            notice.call != nil ? notice.withoutText.title.cleaned().limited : last?.caller
        let app = (notice.appName ?? notice.appID).cleaned().limited
        last = (notice.id, caller, app.isEmpty ? last?.app : app, notice.received.timestamp)
    }

    var isRinging: Bool { notices.values.contains(where: \.isRinging) }

    /// Whether a notification offers this action.
    func offers(_ act: NoticeAction) -> Bool {
        notices.values.contains { $0.offers.contains(act) }
    }

    /// The newest notification that offers an action; a ringing call precedes an answered one.
    func newest(offering act: NoticeAction) -> NoticeID? {
        let offering = notices.filter { $0.value.offers.contains(act) }
        let ringing = offering.filter(\.value.isRinging)
        return (ringing.isEmpty ? offering : ringing).keys.max { $0.rawValue < $1.rawValue }
    }

    /// Whether the notification is on this phone.
    func has(_ id: NoticeID) -> Bool { notices[id] != nil }

    /// JSON of the numbers.
    var counts: [UInt8] {
        let counted = notices.values.filter(\.isCounted)
        var byType: [String: Int] = [:]
        for notice in counted { byType[notice.type, default: 0] += 1 }
        return JSONWriter.object { writer in
            writer.member("on_phone", counted.count)
            writer.member("missed", counted.count(where: \.isMissed))
            writer.member("missed_today", missedToday.count)
            writer.member("voicemail", byType["voicemail"] ?? 0)
            writer.object("categories") { writer in
                for name in EventType.all { writer.member(name, byType[name] ?? 0) }
            }
        }
    }

    /// JSON of the possible actions, as availability payloads.
    var can: [UInt8] {
        JSONWriter.object { writer in
            for act in NoticeAction.allCases {
                writer.member(act.rawValue, offers(act) ? "online" : "offline")
            }
        }
    }

    /// JSON of what is playing; also without a player, because an earlier run may have published one.
    func media(_ detail: BoardOptions.Detail) -> [UInt8] {
        let shown = detail == .full ? played : played?.withoutTexts
        return JSONWriter.object { writer in
            writer.member("state", shown?.state?.rawValue ?? Self.noMedia)
            for (name, text) in [
                ("title", shown?.title), ("artist", shown?.artist), ("album", shown?.album),
                ("player", shown?.player),
            ] {
                let words = text?.cleaned().limited ?? ""
                if !words.isEmpty { writer.member(name, words) }
            }
            if detail == .full, let duration = shown?.duration {
                writer.member("duration", duration.milliseconds / 1000)
            }
            if detail != .counts, let volume = shown?.volume {
                writer.member("volume", Int((volume * 100).rounded()))
            }
        }
    }

    /// State of a phone that plays nothing, or whose player does not report a state.
    static let noMedia = "none"

    /// JSON of the last caller and app; nil if there is none yet.
    var lastWords: [UInt8]? {
        guard let last else { return nil }
        return JSONWriter.object { writer in
            if let caller = last.caller { writer.member("caller", caller) }
            if let app = last.app { writer.member("app", app) }
            writer.member("at", last.at)
        }
    }
}

extension NoticeAction {
    /// Whether the notification offers the action, and the action has its usual effect now.
    ///
    /// For instance, a phone may offer to call back as its positive action, which answers no call.
    fileprivate func isOffered(toNow notice: Notice) -> Bool {
        guard isOffered(by: notice) else { return false }
        switch self {
        case .answer: return notice.call?.state == .ringing
        case .decline: return notice.isLiveCall
        case .clear: return true
        }
    }
}

extension String {
    /// Prefix that fits into a state of Home Assistant.
    fileprivate var limited: String { cut(toScalars: 200) }
}
