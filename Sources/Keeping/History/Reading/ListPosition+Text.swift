internal import Notices

extension ListPosition {
    private static let separator: Character = "-"

    /// The place as a text that others keep and give back.
    package var text: String { "\(id)\(Self.separator)\(moment)" }

    /// Reads such a text; nil for anything else.
    package init?(text: String) {
        guard let end = text.firstIndex(of: Self.separator),
            let id = NoticeID(String(text[..<end])),
            let moment = Int64(text[text.index(after: end)...])
        else { return nil }
        self.init(moment: moment, id: id)
        // There is one way to write a place.
        guard self.text == text else { return nil }
    }
}
