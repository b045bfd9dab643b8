internal import Notices

/// Search in beacon events, by the rules of the search in notifications.
struct SightingMatcher {
    /// Limit of cached results; the cache is cleared when it is full.
    private static let memoryLimit = 4096

    private let plan: SearchPlan
    private let splitter: WordSplitter
    private var known: [[String]: Bool] = [:]

    init(_ words: SearchWords, _ splitter: WordSplitter) {
        plan = SearchPlan(words, splitter)
        self.splitter = splitter
    }

    /// Whether all words occur, in any order and place.
    mutating func matches(_ news: BeaconNews) -> Bool {
        let texts = news.searched
        if let answer = known[texts] { return answer }
        let answer = look(in: texts)
        if known.count >= Self.memoryLimit { known = [:] }
        known[texts] = answer
        return answer
    }

    private func look(in texts: [String]) -> Bool {
        guard !plan.groups.isEmpty else {
            let literal = Array(plan.literal.utf8)
            return texts.contains { !Array($0.utf8).ranges(of: literal).isEmpty }
        }
        let words = texts.map { splitter.words(of: PreparedText($0).bytes) }
        return plan.groups.flatMap(\.phrases).allSatisfy { phrase in
            words.contains { !phrase.places(in: $0).isEmpty }
        }
    }
}

extension BeaconNews {
    /// Searched texts: names and displayed text.
    fileprivate var searched: [String] {
        var texts = [subject.name, label, text]
        switch subject {
        case .region: break
        case .item(let item, let region):
            texts.append(region)
            if let picture = item.picture { texts.append(picture) }
        case .person(_, let phone, _): texts.append(phone.name)
        }
        return texts
    }
}
