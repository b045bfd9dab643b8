import ANCS

/// Notifications that the phone has yet to announce again, indexed by their texts.
struct UnconfirmedNotices: Sendable {
    /// Identifiers by texts, oldest first.
    private typealias Table = [Notice.Words: ArraySlice<NoticeID>]

    /// All notifications at the end of the session.
    private let all: [(id: NoticeID, words: Notice.Words)]
    /// Notifications with complete texts.
    private var whole: Table = [:]
    /// Incomplete notifications, by which of their texts are known.
    private var fragments: [Notice.Words.Shape: Table] = [:]
    /// All notifications by a part of their texts, built for each part on first use.
    private var parts: [Notice.Words.Shape: Table] = [:]
    /// Number of entries examined so far.
    private(set) var steps = 0

    /// - Parameter notices: oldest first.
    init(_ notices: [Notice] = []) {
        all = notices.map { ($0.id, $0.words) }
        for notice in notices {
            let words = notice.words
            if notice.isIncomplete {
                fragments[words.shape, default: [:]][words, default: []].append(notice.id)
            } else {
                whole[words, default: []].append(notice.id)
            }
        }
    }

    /// Whether none has complete texts.
    var hasNoWhole: Bool { whole.isEmpty }

    /// Removes and returns the oldest notification with these texts, otherwise the oldest incomplete one that matches.
    ///
    /// - Parameter waits: whether a notification has still to be announced again.
    mutating func take(_ words: Notice.Words, where waits: (NoticeID) -> Bool) -> NoticeID? {
        if let id = Self.first(in: &whole, words, &steps, where: waits) {
            whole[words]?.removeFirst()
            return id
        }
        var oldest: (id: NoticeID, shape: Notice.Words.Shape)?
        for shape in Array(fragments.keys) {
            let part = words.reduced(to: shape)
            guard
                let id = Self.first(
                    in: &fragments[shape, default: [:]], part, &steps, where: waits)
            else { continue }
            if oldest.map({ id.rawValue < $0.id.rawValue }) ?? true { oldest = (id, shape) }
        }
        guard let (id, shape) = oldest else { return nil }
        fragments[shape]?[words.reduced(to: shape)]?.removeFirst()
        return id
    }

    /// Returns whether a waiting notification has all of these texts, and optionally more.
    mutating func contains(_ part: Notice.Words, where waits: (NoticeID) -> Bool) -> Bool {
        let shape = part.shape
        if parts[shape] == nil { parts[shape] = table(of: shape, where: waits) }
        return Self.first(in: &parts[shape, default: [:]], part, &steps, where: waits) != nil
    }

    /// Returns the table of a shape; there are few shapes, and each table is built once.
    private mutating func table(
        of shape: Notice.Words.Shape, where waits: (NoticeID) -> Bool
    ) -> Table {
        var table: Table = [:]
        for (id, words) in all where waits(id) {
            table[words.reduced(to: shape), default: []].append(id)
        }
        steps += all.count
        return table
    }

    /// Returns the oldest waiting notification with these texts, and drops older ones, which no longer wait.
    private static func first(
        in table: inout Table, _ words: Notice.Words, _ steps: inout Int,
        where waits: (NoticeID) -> Bool
    ) -> NoticeID? {
        steps += 1
        while let id = table[words]?.first {
            steps += 1
            if waits(id) { return id }
            table[words]?.removeFirst()
        }
        return nil
    }
}

extension Notice {
    /// Properties that identify a notification when the phone announces it again under another UID.
    struct Words: Hashable, Sendable {
        /// Set of known texts: a bit for each, and one for the date.
        struct Shape: OptionSet, Hashable, Sendable {
            let rawValue: UInt8
            static let date = Shape(rawValue: 1 << 7)

            static func text(_ index: Int) -> Shape { Shape(rawValue: 1 << index) }
        }

        let category: Category
        let texts: [Text]
        let date: PhoneDate?

        /// Texts that are known.
        var shape: Shape {
            var shape: Shape = date == nil ? [] : .date
            for (index, text) in texts.enumerated() where !text.isEmpty {
                shape.insert(.text(index))
            }
            return shape
        }

        /// Returns these texts without those that a shape lacks.
        func reduced(to shape: Shape) -> Words {
            Words(
                category: category,
                texts: texts.enumerated().map { shape.contains(.text($0)) ? $1 : .empty },
                date: shape.contains(.date) ? date : nil)
        }
    }

    /// Properties that identify the notification.
    var words: Words {
        Words(category: category, texts: [appID, title, subtitle, message], date: date)
    }
}

/// Index of incomplete texts, each of which may belong to a notification.
struct WordParts {
    private let parts: [Notice.Words.Shape: Set<Notice.Words>]

    init(_ notices: some Sequence<Notice>) {
        parts = Dictionary(grouping: notices.map(\.words), by: \.shape).mapValues(Set.init)
    }

    /// Returns whether all known texts of an indexed notification are also in `words`.
    func fits(_ words: Notice.Words) -> Bool {
        parts.contains { shape, parts in parts.contains(words.reduced(to: shape)) }
    }
}
