package import History
package import Notices

/// Visible part of notifications on a display.
///
/// A search for such a display matches only visible text. Otherwise its users could find hidden
/// text word by word.
package enum NoticeSight: Hashable, Sendable {
    case whole
    /// Everything, with one-time codes masked.
    case withoutCodes
    /// The app and the title, with one-time codes masked.
    case names

    /// Returns the visible part of a notification.
    package func seen(_ notice: Notice) -> Notice {
        switch self {
        case .whole: notice
        case .withoutCodes: notice.withoutCode
        case .names: notice.withoutText
        }
    }

    /// Returns a filter for hits of a search that also match in their visible part.
    ///
    /// The filter must not be used by two threads at once.
    func filter(
        of words: SearchWords
    ) throws(HistoryError) -> (Notice) -> Bool {
        guard self != .whole else { return { _ in true } }
        let marker = try HitMarker(words)
        return { marker.finds(seen($0)) }
    }
}

extension HistoryReader {
    /// Passes notifications with matching visible text to `take`, newest first, until it returns
    /// false.
    package func search(
        _ words: SearchWords, _ filter: HistoryFilter, seen sight: NoticeSight,
        within limit: Duration = searchTime, _ take: (StoredNotice) -> Bool
    ) throws(HistoryError) -> SearchEnd {
        let isSeen = try sight.filter(of: words)
        var filter = filter
        // The index does not know which hits are visible.
        filter.limit = sight == .whole ? filter.limit : .max
        return try search(words, filter, within: limit) { stored in
            isSeen(stored.notice) ? take(stored) : true
        }
    }
}
