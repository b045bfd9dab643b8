package import History
package import Notices

/// What a display shows of notices.
///
/// A search for such a display finds them by no other words: a person who may only see that
/// would find out the rest word by word.
package enum NoticeSight: Hashable, Sendable {
    /// All of it.
    case whole
    /// All of it, one-time codes made illegible.
    case withoutCodes
    /// The app and the title.
    case names

    /// What it shows of a notice.
    package func seen(_ notice: Notice) -> Notice {
        switch self {
        case .whole: notice
        case .withoutCodes: notice.withoutCode
        case .names: notice.withoutText
        }
    }

    /// Says of notices that a search found whether it finds them by what is seen, too.
    ///
    /// Used by one thread at a time.
    func filter(
        of words: SearchWords
    ) throws(HistoryError) -> (Notice) -> Bool {
        guard self != .whole else { return { _ in true } }
        let marker = try HitMarker(words)
        return { marker.finds(seen($0)) }
    }
}

extension HistoryReader {
    /// Hands over the notices with some words among what is seen of them, the newest first, until `take` says that it has
    /// had enough.
    package func search(
        _ words: SearchWords, _ filter: HistoryFilter, seen sight: NoticeSight,
        within limit: Duration = searchTime, _ take: (StoredNotice) -> Bool
    ) throws(HistoryError) -> SearchEnd {
        let isSeen = try sight.filter(of: words)
        var filter = filter
        // How many of them are seen is not known to the index.
        filter.limit = sight == .whole ? filter.limit : .max
        return try search(words, filter, within: limit) { stored in
            isSeen(stored.notice) ? take(stored) : true
        }
    }
}
