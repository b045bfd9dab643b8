import ANCS
import Basics
import Linux

extension NoticeBook {
    /// A call that rings longer has lost its end on the way.
    package static let longestRing: Duration = .seconds(90)
    /// The phone says within this time of a ring's end what became of the call.
    package static let aftermath: Duration = .seconds(7)
    /// How long a call goes on ringing here once the phone is out of reach.
    package static let ringWithoutPhone: Duration = .seconds(10)

    /// Takes a notification about a call under a handle that is new.
    ///
    /// - Parameter start: when the phone announced it.
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
        // A new subscription in mid-ring brings the same call under another handle.
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

    /// Has a call ring that is none people know of.
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

    /// Tells of a call that is on and did not ring here.
    mutating func takeUp(_ notice: Notice, since start: Duration, wall: WallTime) {
        var notice = notice
        notice.call = Call(state: .answered)
        // Of one that was on before its phone came nobody knows when it began.
        let isOld = notice.flags.contains(.preExisting)
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
        // Who declined it here, and took it elsewhere, took it.
        entries[id]?.notice.call?.isDeclined = false
        if entries[id]?.talkStart == nil, !notice.flags.contains(.preExisting) {
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
        let isOld = notice.flags.contains(.preExisting)
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

    /// Takes another kind of call under a handle that is known.
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
        // Who declined a call knows that it was not taken.
        guard entries[id]?.notice.call?.isDeclined == false else { return }
        entries[id]?.notice.call?.state = .missed
        report(.missed, id, wall: wall)
    }

    /// Ends a ringing or active call that was removed or lasted too long; one that has ended and whose
    /// aftermath is over is forgotten, once the phone no longer speaks of it.
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
        // A phone that is out of reach has not told when it was over.
        if let entry = entries[id], let start = entry.talkStart, entry.isConfirmed {
            entries[id]?.notice.call?.talkTime = max(.zero, now - start)
        }
        entries[id]?.notice.call?.state = .ended
        deadlines[id] = now + Self.aftermath
        report(.ended, id, wall: wall)
    }

    /// Notes that a call was declined from here.
    mutating func declined(_ uid: NotificationUID) {
        guard let id = byUID[uid], entries[id]?.notice.call?.state == .ringing else { return }
        entries[id]?.notice.call?.isDeclined = true
    }

    /// Gives the live calls of a phone that is out of reach a little time to be announced again.
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

    /// The call among those that fit which a notification is about: one of the same caller, and only
    /// where there is none, one whose caller never came; what stopped ringing before what rings or
    /// goes on, and that before what was talked and is over.
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
        // If all wait to be announced again, one without a name may get any.
        let isAnyAnnounced = all.count { fits($0) && $0.isConfirmed } > 0
        return all.count(where: fits) == 1 || !isAnyAnnounced ? only : nil
    }
}

extension Notice {
    /// Takes over what a later notification says about the same thing.
    mutating func become(_ later: Notice) {
        category = later.category
        flags = later.flags
        // What came whole before is not forgotten for an answer that did not.
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
    /// The text without the marks that phones put around numbers to steer their direction.
    var visible: String {
        var visible = String.UnicodeScalarView()
        visible.append(
            contentsOf: string.unicodeScalars.filter { $0.properties.generalCategory != .format })
        return String(visible)
    }
}

extension Category {
    /// Whether this is a call that goes on, or one nobody took.
    var isAboutCalls: Bool {
        id.isLiveCall || id == .missedCall
    }
}
