internal import ANCS
internal import Linux
internal import Notices

extension EventStore {
    func take(_ row: Int64, for id: NoticeID) {
        rows[id.rawValue] = row
        owners[row] = id.rawValue
    }

    func release(_ id: NoticeID) {
        if let row = rows[id.rawValue] { owners[row] = nil }
        rows[id.rawValue] = nil
    }

    /// Returns the row of a notification, possibly from an earlier run.
    func find(
        _ notice: Notice, _ change: NoticeChange, bond: String
    ) throws(DatabaseError) -> NoticeRow? {
        let known = rows[notice.id.rawValue]
        let number = known ?? Int64(bitPattern: notice.id.rawValue)
        if let row = try database.noticeRow(number) {
            if known == nil { take(number, for: notice.id) }
            return row
        }
        guard known == nil, notice.isPreExisting, change.isComing else {
            return nil
        }
        let found = try announcedAgain(notice, bond: bond)
        if let found { take(found.number, for: notice.id) }
        return found
    }

    /// Returns the row of a notification that the phone announces again, if no other notification
    /// of this run uses it.
    ///
    /// - Parameter isFree: returns whether a row may be used
    func announcedAgain(
        _ notice: Notice, bond: String, where isFree: (Int64) -> Bool = { _ in true }
    ) throws(DatabaseError) -> NoticeRow? {
        guard !notice.isIncomplete else { return nil }
        let texts = Texts(of: notice)
        if let row = try row(like: notice, texts, bond: bond, where: isFree) { return row }
        // Its texts may not have been stored.
        return texts == Texts()
            ? nil : try row(like: notice, Texts(), bond: bond, where: isFree)
    }

    private func row(
        like notice: Notice, _ texts: Texts, bond: String, where isFree: (Int64) -> Bool
    ) throws(DatabaseError) -> NoticeRow? {
        let same = NoticeRow.sameness(
            bond: bond, appID: notice.appID, category: notice.category, date: notice.date,
            texts: texts)
        let isWhole = texts == Texts(of: notice)
        var found: NoticeRow?
        try database.rows(
            "SELECT \(NoticeColumns.list) FROM notice WHERE same = ?"
                + " AND (removed_at IS NULL OR removed_by = 'away')"
                + " ORDER BY number DESC LIMIT \(Self.candidateLimit)", [.integer(same)]
        ) { (row) throws(DatabaseError) in
            let row = NoticeRow(row)
            guard owners[row.number] == nil, isFree(row.number), !row.isIncomplete,
                row.texts == texts, isWhole || row.detail == .meta,
                row.date == notice.date, row.category == notice.category,
                try database.phone(row.phone).bond == bond,
                try database.app(row.app).identifier == notice.appID
            else { return true }
            found = row
            return false
        }
        return found
    }

    /// Creates the row of a notification.
    ///
    /// - Parameter old: the row to be replaced
    func row(
        _ notice: Notice, number: Int64, came: NoticeChange, detail: StoredDetail, bond: String,
        insteadOf old: NoticeRow? = nil
    ) throws(DatabaseError) -> NoticeRow {
        let texts = detail == .full ? Texts(of: notice) : Texts()
        let phone = try names.phone(bond: bond, name: notice.phone, in: database)
        let app = try appNumber(of: notice, before: old?.app)
        return NoticeRow(
            number: number, phone: phone, app: app, category: notice.category,
            flags: notice.flags, uid: notice.uid, texts: texts,
            messageSize: detail == .full ? notice.messageSize : nil, date: notice.date,
            positive: detail == .full ? notice.positiveAction : .empty,
            negative: detail == .full ? notice.negativeAction : .empty,
            received: notice.received, sent: notice.sent, came: came,
            isIncomplete: notice.isIncomplete,
            hidden: notice.hidden, call: notice.call, detail: detail, removedAt: nil,
            removal: nil,
            same: NoticeRow.sameness(
                bond: bond, appID: notice.appID, category: notice.category, date: notice.date,
                texts: texts))
    }

    /// Returns the row of the app; a known name is kept until the phone sends one again.
    private func appNumber(
        of notice: Notice, before old: Int64?
    ) throws(DatabaseError) -> Int64 {
        if let old, notice.appName == nil, try database.app(old).identifier == notice.appID {
            return old
        }
        return try names.app(notice.appID, name: notice.appName, in: database)
    }

    func insert(
        _ notice: Notice, _ change: NoticeChange, _ event: HistoryEvent
    ) throws(DatabaseError) {
        let detail = policy.detail(ofApp: notice.appID.string)
        guard detail != .none else { return }
        let number = Int64(bitPattern: notice.id.rawValue)
        let row = try row(
            notice, number: number, came: change, detail: detail, bond: event.bond)
        try database.run(NoticeColumns.insert, row.values)
        guard database.changes > 0 else { return }
        take(number, for: notice.id)
        // The row contains the first change, and its time unless the notification was delayed.
        if event.at != notice.received {
            let coming = LifeEvent(change: change, at: event.at)
            try database.addLife(of: number, coming, step: Database.comingStep)
        }
        try database.index(
            number,
            IndexedWords(row.texts, earlier: [], app: try database.app(row.app).visibleName))
        try database.noteUnsent(number)
    }

    func update(
        _ old: NoticeRow, with notice: Notice, _ change: NoticeChange, _ event: HistoryEvent
    ) throws(DatabaseError) {
        var new = try row(
            notice, number: old.number, came: old.came,
            detail: old.detail == .full && policy.detail(ofApp: notice.appID.string) == .full
                ? .full : .meta,
            bond: event.bond, insteadOf: old)
        new.received = old.received
        // The date was evaluated at the first arrival, possibly before the phone's zone was known.
        if old.date != nil, notice.dateOffset == nil { new.sent = old.sent }
        let wasPreExisting = old.flags.contains(.preExisting)
        new.flags.remove(.preExisting)
        if wasPreExisting { new.flags.insert(.preExisting) }
        // Stored texts are kept if the current policy stores less.
        let hasLess =
            old.detail == .full && new.detail == .meta
            || notice.isIncomplete && !old.isIncomplete
        if hasLess { new.keepWords(of: old) }
        var life: [LifeEvent] = []
        switch change {
        case .removed:
            new.removedAt = event.at
            new.removal = notice.removal ?? .phone
        case .forgotten: life.append(LifeEvent(change: change, at: event.at))
        default:
            if let removedAt = old.removedAt {
                life.append(
                    LifeEvent(change: .removed, at: removedAt, removal: old.removal))
                life.append(LifeEvent(change: change, at: event.at))
            } else if !change.isComing || old.call?.state != new.call?.state {
                life.append(LifeEvent(change: change, at: event.at))
            }
        }
        try save(new, insteadOf: old, life, change: change, at: event.at)
    }

    /// Replaces a row and keeps its earlier texts.
    private func save(
        _ new: NoticeRow, insteadOf old: NoticeRow, _ life: [LifeEvent], change: NoticeChange,
        at time: WallTime
    ) throws(DatabaseError) {
        var life = life
        if new.texts != old.texts {
            if life.isEmpty { life.append(LifeEvent(change: .modified, at: time)) }
            life[life.count - 1].before = old.texts
        }
        let (nextStep, earlier) = try database.lifeSummary(of: old.number)
        if nextStep + life.count > Self.lifeLimit { life = [] }
        let app = try database.app(old.app).visibleName
        let newApp = try database.app(new.app).visibleName
        let before = IndexedWords(old.texts, earlier: earlier, app: app)
        let now = IndexedWords(
            new.texts, earlier: earlier + life.compactMap(\.before), app: newApp)
        let isSame = before.isSame(as: now)
        if !isSame { try database.unindex(old.number, before) }
        try database.run(NoticeColumns.update, new.values)
        for (index, event) in life.enumerated() {
            try database.addLife(of: new.number, event, step: nextStep + index)
        }
        if !isSame { try database.index(new.number, now) }
        try database.noteUnsent(new.number)
    }
}

extension NoticeRow {
    /// Copies the fields that a row with less detail lacks.
    fileprivate mutating func keepWords(of old: NoticeRow) {
        texts = old.texts
        messageSize = old.messageSize
        positive = old.positive
        negative = old.negative
        detail = old.detail
        isIncomplete = old.isIncomplete
        hidden = old.hidden
        same = old.same
    }
}

extension NoticeChange {
    /// Whether this change can be the first one of a notification.
    var isComing: Bool {
        switch self {
        case .added, .ringing, .answered, .missed: true
        case .modified, .removed, .forgotten, .ended: false
        }
    }
}

extension Texts {
    init(of notice: Notice) {
        self.init(title: notice.title, subtitle: notice.subtitle, message: notice.message)
    }
}
