import History
import Spelling

extension HistoryReader {
    /// What somebody probably meant whose words no notice has, so that there are hits of it; nil for nothing.
    func suggestion(for words: SearchWords) throws(HistoryError) -> String? {
        var isChanged = false
        let texts = try alike(words).map { word in
            guard let alike = word.alike,
                let near = NearMatch.find(for: word.folded, among: alike.keys.sorted()),
                let written = alike[near]
            else { return word.text }
            isChanged = true
            return written
        }
        let text = texts.joined(separator: " ")
        guard isChanged, try count(of: SearchWords(text)).count > 0 else { return nil }
        return text
    }
}
