internal import Notices

extension ListPosition {
    private static let separator: Character = "-"

    /// Text form for storage by clients.
    package var text: String { "\(id)\(Self.separator)\(moment)" }

    /// Parses the text form; nil if it is invalid.
    package init?(text: String) {
        guard let end = text.firstIndex(of: Self.separator),
            let id = NoticeID(String(text[..<end])),
            let moment = Int64(text[text.index(after: end)...])
        else { return nil }
        self.init(moment: moment, id: id)
        // Only the canonical form is accepted.
        guard self.text == text else { return nil }
    }
}
