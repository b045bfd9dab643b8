import ANCS
import Basics
import Linux

extension NoticeBook {
    /// Longest plausible ring; after that, the report of its end is assumed lost.
    package static let longestRing: Duration = .seconds(90)
    /// Time after the end of a ring in which the phone reports its outcome.
    package static let aftermath: Duration = .seconds(7)
    /// Time for which a call keeps ringing here after the phone is out of reach.
    package static let ringWithoutPhone: Duration = .seconds(10)

    /// Processes a call notification under a new UID.
    ///
    /// - Parameter start: time of the announcement by the phone.
    mutating func callAnnounced(
        _ notice: Notice, since start: Duration, at now: Duration, wall: WallTime
    ) {
        switch notice.category.id {
        case .incomingCall: ringAnnounced(notice, since: start, wall: wall)
        case .activeCall: answerAnnounced(notice, since: start, at: now, wall: wall)
        default: missedAnnounced(notice, at: now, wall: wall)
        }
    }

    private mutating func ringAnnounced(_ notice: Notice, since start: Duration, wall: WallTime) {
        // A new subscription in mid-ring brings the same call under another UID.
        if entries.unconfirmedCount > 0,
            let id = call(like: notice, where: \.isRingToBeConfirmed)
        {
            attach(id, to: notice, wall: wall)
            deadlines[id] = entries[id]?.ringStart.map { $0 + Self.longestRing }
            return
        }
        if notice.isNameless, entries.unconfirmedCount > 0,
            entries.callsByKind.first(where: \.isRingToBeConfirmed) != nil,
            hold(notice, since: start, until: start + Self.patienceForWords)
        {
            return
        }
        ring(notice, since: start, wall: wall)
    }

    /// Starts the ringing of a call that is not known yet.
    mutating func ring(_ notice: Notice, since start: Duration, wall: WallTime) {
        var notice = notice
        notice.call = Call(state: .ringing)
        add(Entry(notice: notice, ringStart: start))
        deadlines[notice.id] = start + Self.longestRing
        report(.ringing, notice.id, wall: wall)
    }

    private mutating func answerAnnounced(
        _ notice: Notice, since start: Duration, at now: Duration, wall: WallTime
    ) {
        if entries.unconfirmedCount > 0,
            let id = call(like: notice, where: { $0.state == .answered && !$0.isConfirmed })
        {
            attach(id, to: notice, wall: wall)
            deadlines[id] = nil
            return
        }
        if let id = call(like: notice, where: { $0.state != .answered }) {
            return answered(id, as: notice, since: start, at: now, wall: wall)
        }
        if notice.isNameless,
            entries.callsByKind.first(where: { $0.state != .answered || !$0.isConfirmed }) != nil,
            hold(notice, since: start, until: start + Self.patienceForWords)
        {
            return
        }
        takeUp(notice, since: start, wall: wall)
    }

    /// Reports an active call that did not ring here.
    mutating func takeUp(_ notice: Notice, since start: Duration, wall: WallTime) {
        var notice = notice
        notice.call = Call(state: .answered)
        // The start of a call that was active before the phone connected is unknown.
        let isOld = notice.isPreExisting
        add(Entry(notice: notice, talkStart: isOld ? nil : start))
        report(.answered, notice.id, wall: wall)
    }

    private mutating func answered(
        _ id: NoticeID, as notice: Notice, since start: Duration, at now: Duration, wall: WallTime
    ) {
        settleRing(id, at: now)
        attach(id, to: notice)
        entries[id]?.notice.become(notice)
        entries[id]?.notice.call?.state = .answered
        entries[id]?.notice.call?.talkTime = nil
        // A call declined here but answered elsewhere was answered.
        entries[id]?.notice.call?.isDeclined = false
        if entries[id]?.talkStart == nil, !notice.isPreExisting {
            entries[id]?.talkStart = start
        }
        deadlines[id] = nil
        report(.answered, id, wall: wall)
    }

    private mutating func missedAnnounced(_ notice: Notice, at now: Duration, wall: WallTime) {
        if let id = takeUnconfirmed(like: notice) {
            attach(id, to: notice, wall: wall)
            return
        }
        if notice.isIncomplete, mayBeUnconfirmed(notice), hold(notice, since: now, until: nil) {
            return
        }
        let isOld = notice.isPreExisting
        let ring = call(like: notice) { $0.isRing && !(isOld && $0.isConfirmed) }
        guard let id = ring else {
            var notice = notice
            notice.call = Call(state: .missed)
            add(Entry(notice: notice))
            report(isOld ? .added : .missed, notice.id, wall: wall)
            return
        }
        missed(id, as: notice, at: now, wall: wall)
    }

    /// Processes a change of the call category under a known UID.
    mutating func callChanged(
        _ id: NoticeID, to notice: Notice, at now: Duration, wall: WallTime
    ) {
        if notice.category.id == .activeCall {
            answered(id, as: notice, since: now, at: now, wall: wall)
        } else {
            missed(id, as: notice, at: now, wall: wall)
        }
    }

    private mutating func missed(
        _ id: NoticeID, as notice: Notice, at now: Duration, wall: WallTime
    ) {
        settleRing(id, at: now)
        attach(id, to: notice)
        entries[id]?.notice.become(notice)
        deadlines[id] = nil
        // A call declined here needs no report as missed.
        guard entries[id]?.notice.call?.isDeclined == false else { return }
        entries[id]?.notice.call?.state = .missed
        report(.missed, id, wall: wall)
    }

    /// Ends a live call that was removed or lasted too long.
    ///
    /// An ended call is forgotten after `aftermath`, but not before the phone has released its UID.
    mutating func endOrForget(_ id: NoticeID, at now: Duration, wall: WallTime) {
        deadlines[id] = nil
        guard let notice = entries[id]?.notice else { return }
        if notice.call?.state != .ended {
            end(id, at: now, wall: wall)
        } else if byUID[notice.uid] != id {
            forget(id)
        }
    }

    private mutating func end(_ id: NoticeID, at now: Duration, wall: WallTime) {
        settleRing(id, at: now)
        // A phone that is out of reach has not reported the end.
        if let entry = entries[id], let start = entry.talkStart, entry.isConfirmed {
            entries[id]?.notice.call?.talkTime = max(.zero, now - start)
        }
        entries[id]?.notice.call?.state = .ended
        deadlines[id] = now + Self.aftermath
        report(.ended, id, wall: wall)
    }

    /// Records that a call was declined from this host.
    mutating func declined(_ uid: NotificationUID) {
        guard let id = byUID[uid], entries[id]?.notice.call?.state == .ringing else { return }
        entries[id]?.notice.call?.isDeclined = true
    }

    /// Limits the time in which a phone that is out of reach can announce its live calls again.
    mutating func shortenRings(at now: Duration) {
        let limit = now + Self.ringWithoutPhone
        for id in entries.calls.map(\.notice.id) {
            deadlines[id] = min(deadlines[id] ?? limit, limit)
        }
    }

    private mutating func settleRing(_ id: NoticeID, at now: Duration) {
        guard let start = entries[id]?.ringStart else { return }
        entries[id]?.notice.call?.ringTime = now - start
        entries[id]?.ringStart = nil
    }

    /// Returns the matching call that a notification is about.
    ///
    /// Calls of the same caller take precedence over calls with an unknown caller. Among calls of the same caller,
    /// those that stopped ringing come first, then live calls, then ended conversations.
    private mutating func call(
        like notice: Notice, where fits: (CallKind) -> Bool
    ) -> NoticeID? {
        guard !notice.isNameless else { return nil }
        let namesakes = entries.calls(named: notice.title)
        let namesake =
            namesakes.first { fits($0) && $0.hasStoppedRinging }
            ?? namesakes.first { fits($0) && !$0.hasEnded } ?? namesakes.first(where: fits)
        if let namesake { return namesake }
        let nameless = entries.namelessCalls
        if let ended = nameless.first(where: { fits($0) && $0.hasEnded }) { return ended }
        guard let only = nameless.first(where: fits) else { return nil }
        let all = entries.callsByKind
        // Several calls match. If the session has announced none of them yet, any nameless one may be
        // the call.
        let isAnyAnnounced = all.count { fits($0) && $0.isConfirmed } > 0
        return all.count(where: fits) == 1 || !isAnyAnnounced ? only : nil
    }
}

extension Notice {
    /// Merges a later notification about the same item.
    mutating func become(_ later: Notice) {
        category = later.category
        flags = later.flags
        // A complete earlier answer is not replaced by an incomplete one.
        guard isIncomplete || !later.isIncomplete else { return }
        date = later.date ?? date
        sent = sent ?? later.sent
        title = later.title.isEmpty ? title : later.title
        subtitle = later.subtitle
        message = later.message
        messageSize = later.messageSize
        positiveAction = later.positiveAction
        negativeAction = later.negativeAction
        appID = later.appID.isEmpty ? appID : later.appID
        appName = later.appName ?? appName
        isIncomplete = later.isIncomplete
    }
}

extension Text {
    /// The text without the directional marks that phones put around numbers.
    var visible: String {
        var visible = String.UnicodeScalarView()
        visible.append(
            contentsOf: string.unicodeScalars.filter { $0.properties.generalCategory != .format })
        return String(visible)
    }
}

extension Category {
    /// Whether this is the category of a live or missed call.
    var isAboutCalls: Bool {
        id.isLiveCall || id == .missedCall
    }
}
