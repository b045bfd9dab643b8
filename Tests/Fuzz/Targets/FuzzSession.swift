import ANCS
import Linux
import Notices

/// Reads the input as a sequence of things that happen to a session, and checks what must always
/// hold.
func fuzzSession(_ bytes: [UInt8]) {
    var owner = FuzzedOwner()
    var rest = bytes[...]
    while let operation = rest.popFirst() { owner.step(operation, &rest) }
    owner.finish()
}

/// The owner of a session and a notice book that counts what it is told.
private struct FuzzedOwner {
    private static let textLimit: UInt16 = 100

    private var session = Session(
        configuration: Session.Configuration(maximumTextLength: textLimit))
    private var book = NoticeBook(phone: PhoneName("phone"))
    private var ids = NoticeIDSource()
    private var now: Duration = .seconds(1)
    private var openWrites = 0
    private var lastWrite: [UInt8] = []
    private var asked = 0
    private var answered = 0
    private var live: Set<NoticeID> = []

    mutating func step(_ operation: UInt8, _ rest: inout ArraySlice<UInt8>) {
        switch operation % 16 {
        case 0: take(session.begin(at: now))
        case 1: take(session.subscribed(to: .dataSource, at: now))
        case 2: take(session.subscribed(to: .notificationSource, at: now))
        case 3: take(session.unsubscribed(from: .notificationSource, at: now))
        case 4: refuse(&rest)
        case 5: confirm(nil)
        case 6: confirm(WriteError(rawValue: rest.popFirst() ?? 0xA2))
        case 7, 8: source(&rest)
        case 9: data(Self.take(Int(rest.popFirst() ?? 0), from: &rest))
        case 10: answerHeader(&rest)
        case 11: now += .milliseconds(Int(rest.popFirst() ?? 0) * 100)
        case 12: wake()
        case 13: perform(&rest)
        case 14: now += .seconds(Int(rest.popFirst() ?? 0) * 60)
        default: end()
        }
        check()
    }

    mutating func finish() {
        end()
        require(asked == answered, "an action of the person was not answered once")
    }

    private mutating func refuse(_ rest: inout ArraySlice<UInt8>) {
        let isData = rest.popFirst().map { $0 & 1 == 0 } ?? true
        let error = WriteError(rawValue: rest.popFirst() ?? 5)
        let characteristic: Characteristic = isData ? .dataSource : .notificationSource
        take(session.refused(characteristic, error, at: now))
    }

    private mutating func confirm(_ error: WriteError?) {
        openWrites = 0
        take(session.written(error, at: now))
    }

    private mutating func source(_ rest: inout ArraySlice<UInt8>) {
        // Few handles and few kinds, so that they meet.
        let fields = Self.take(4, from: &rest) + [0, 0, 0, 0]
        let value = [fields[0] & 3, fields[1], fields[2] % 14, 1, fields[3] & 7, 0, 0, 0]
        take(session.received(value, from: .notificationSource, at: now))
    }

    private mutating func data(_ fragment: [UInt8]) {
        take(session.received(fragment, from: .dataSource, at: now))
    }

    /// Sends the header the session waits for, so that the input need not guess it.
    private mutating func answerHeader(_ rest: inout ArraySlice<UInt8>) {
        let header = lastWrite.first == 1 ? Array(lastWrite.dropLast()) : Array(lastWrite.prefix(5))
        data(header + Self.take(Int(rest.popFirst() ?? 0), from: &rest))
    }

    private mutating func wake() {
        if let deadline = session.nextDeadline {
            now = max(now, deadline)
            take(session.timePassed(at: now))
            let next = session.nextDeadline
            require(next.map { $0 > now } ?? true, "a deadline stays behind")
        }
        if let deadline = book.nextDeadline {
            now = max(now, deadline)
            take(book.timePassed(at: now, wall: WallTime(milliseconds: 0)))
            require(book.nextDeadline.map { $0 > now } ?? true, "a notice's deadline stays behind")
        }
    }

    private mutating func perform(_ rest: inout ArraySlice<UInt8>) {
        asked += 1
        let action = ActionID(rawValue: rest.popFirst() ?? 0)
        let uid = NotificationUID(rawValue: UInt32(rest.popFirst() ?? 0) & 7)
        take(session.perform(action, on: uid, at: now))
    }

    private mutating func end() {
        take(session.end(at: now))
        openWrites = 0
        require(session.nextDeadline == nil, "a deadline is left after the end")
        require(session.waitingCount == 0, "a notification waits after the end")
        require(!session.isSettled, "a session that has ended is not open")
    }

    private mutating func take(_ actions: [SessionAction]) {
        for action in actions {
            switch action {
            case .write(let bytes):
                openWrites += 1
                lastWrite = bytes
            case .report(let report):
                if case .performed = report { answered += 1 }
                if case .fetched(let notification) = report { check(notification) }
                take(book.take(report, at: now, wall: WallTime(milliseconds: 0), ids: &ids))
            case .subscribe, .unsubscribe, .close: break
            }
        }
        require(openWrites <= 1, "two writes are under way")
    }

    private mutating func take(_ events: [BridgeEvent]) {
        for case .notice(let change, let notice, _) in events {
            switch change {
            case .added, .ringing:
                require(live.insert(notice.id).inserted, "a notice was added twice")
            case .removed, .forgotten:
                require(live.remove(notice.id) != nil, "a notice that is not there was removed")
            case .answered, .missed: live.insert(notice.id)
            case .modified, .ended:
                require(live.contains(notice.id), "something unknown changed")
            }
        }
    }

    private func check(_ notification: FetchedNotification) {
        for attribute in AttributeID.all {
            let length = notification.attributes[attribute]?.count ?? 0
            require(length <= 1024, "an attribute is longer than its limit")
        }
        let title = notification.attributes[.title]?.count ?? 0
        require(title <= Int(Self.textLimit), "a text is longer than was asked for")
    }

    private func check() {
        require(session.waitingCount <= SessionLimits.waiting, "too many wait")
        require(book.notices.count <= NoticeBook.limit, "too many notices")
    }

    private static func take(_ count: Int, from rest: inout ArraySlice<UInt8>) -> [UInt8] {
        let taken = rest.prefix(count)
        rest = rest.dropFirst(count)
        return Array(taken)
    }
}
