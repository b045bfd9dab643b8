import ANCS

/// Notices that the phone has yet to announce again, by their words, so that none has to be compared with each.
struct UnconfirmedNotices: Sendable {
    /// Names by words, oldest first.
    private typealias Table = [Notice.Words: ArraySlice<NoticeID>]

    /// All of them, as they were when the session ended.
    private let all: [(id: NoticeID, words: Notice.Words)]
    /// Those all of whose words are known.
    private var whole: Table = [:]
    /// The others, by which of their words are known.
    private var fragments: [Notice.Words.Shape: Table] = [:]
    /// All of them by a part of their words, for each part that was asked for.
    private var parts: [Notice.Words.Shape: Table] = [:]
    /// How many names were looked at so far.
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

    /// Whether there is none all of whose words are known.
    var hasNoWhole: Bool { whole.isEmpty }

    /// Takes out the oldest with these words, or else the oldest of which these may be the words.
    ///
    /// - Parameter waits: whether one has still to be announced again.
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

    /// Whether one that still waits has all of these words, and perhaps more.
    mutating func contains(_ part: Notice.Words, where waits: (NoticeID) -> Bool) -> Bool {
        let shape = part.shape
        if parts[shape] == nil { parts[shape] = table(of: shape, where: waits) }
        return Self.first(in: &parts[shape, default: [:]], part, &steps, where: waits) != nil
    }

    /// Made once for each shape, of which there are few.
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

    /// The oldest that still waits; those before it are dropped for good.
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
    /// What makes a notice the same one when the phone announces it again under another handle.
    struct Words: Hashable, Sendable {
        /// Which of the words are known: a bit for each text, and one for the date.
        struct Shape: OptionSet, Hashable, Sendable {
            let rawValue: UInt8
            static let date = Shape(rawValue: 1 << 7)

            static func text(_ index: Int) -> Shape { Shape(rawValue: 1 << index) }
        }

        let category: Category
        let texts: [Text]
        let date: PhoneDate?

        /// Which of them are known.
        var shape: Shape {
            var shape: Shape = date == nil ? [] : .date
            for (index, text) in texts.enumerated() where !text.isEmpty {
                shape.insert(.text(index))
            }
            return shape
        }

        /// These words without those that a shape lacks.
        func reduced(to shape: Shape) -> Words {
            Words(
                category: category,
                texts: texts.enumerated().map { shape.contains(.text($0)) ? $1 : .empty },
                date: shape.contains(.date) ? date : nil)
        }
    }

    /// What makes it the same one.
    var words: Words {
        Words(category: category, texts: [appID, title, subtitle, message], date: date)
    }
}

/// Parts of words, each of which may be those of a notice.
struct WordParts {
    private let parts: [Notice.Words.Shape: Set<Notice.Words>]

    init(_ notices: some Sequence<Notice>) {
        parts = Dictionary(grouping: notices.map(\.words), by: \.shape).mapValues(Set.init)
    }

    /// Whether one of them has only words that these have as well.
    func fits(_ words: Notice.Words) -> Bool {
        parts.contains { shape, parts in parts.contains(words.reduced(to: shape)) }
    }
}
