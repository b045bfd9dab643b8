import History
import Linux
import Notices

/// Words of many kinds, in a history that stays open.
private final class Library {
    private let history = TestHistory()
    let reader: HistoryReader

    init() throws {
        let texts = [
            "the marmalade is ready", "Zoë Müller · Grüße, call 0151 / 555-0134", "日本語の通知 😂",
            "=1+1 \"quoted\" it's", "?!", "Тарас a\u{301}b\u{30A} ＡＢＣ", "+49 (0) 30 123456 x x x",
        ]
        let lines = texts.enumerated().map { number, text in
            let escaped = text.replacing("\"", with: "\\\"")
            let time = 1_793_491_200_000 + number
            return #"{"id":"004hmasw9nf6\#(number)","phone":"p","bond":"b","category":"social","#
                + #""flags":0,"uid":1,"app_id":"a","title":"\#(escaped)","subtitle":"","#
                + #""message":"\#(escaped)","positive":"","negative":"","received":\#(time),"#
                + #""life":[{"change":"added","at":\#(time)}]}"#
        }
        history.add(lines.map { Array($0.utf8) })
        reader = try HistoryReader(in: history.folder)
    }
}

/// Tests use it from several threads.
private let library = Locked(try? Library())

/// Looks for the input up to its first zero, and marks that in what follows, which may be a place in a list, too.
func fuzzSearch(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let words = SearchWords(String(decoding: parts[0], as: UTF8.self))
    let text = String(decoding: parts.last ?? [], as: UTF8.self)
    if let place = ListPosition(text: text) {
        require(place.text == text, "a place in a list did not survive being written")
    }
    library.withLock { library in
        guard let reader = library?.reader else { return require(false, "there is no folder") }
        look(for: words, in: reader, text)
    }
}

private func look(for words: SearchWords, in reader: HistoryReader, _ text: String) {
    do throws(HistoryError) {
        let marker = try HitMarker(words)
        check(marker.hits(in: text), in: text)
        var found: [NoticeID] = []
        let end = try reader.search(words, within: .seconds(60)) { stored in
            found.append(stored.notice.id)
            check(marker.hits(in: stored.notice.title.cleaned()), in: stored.notice.title.cleaned())
            return true
        }
        require(end == .complete, "a search of a few notices was not ended")
        require(!words.isEmpty || found.isEmpty, "nothing was found")
        let isSorted = zip(found, found.dropFirst()).allSatisfy { $0.rawValue > $1.rawValue }
        require(isSorted, "what was found is not in order")
        let count = try reader.count(of: words, within: .seconds(60))
        require(count.count == found.count, "a search counts what it does not find")
    } catch {
        require(false, "a search failed: \(error)")
    }
}

private func check(_ hits: [Range<Int>], in text: String) {
    var end = 0
    for hit in hits {
        require(hit.lowerBound >= end && !hit.isEmpty, "marks are not apart")
        end = hit.upperBound
    }
    require(end <= text.utf8.count, "a mark is outside of its text")
}
