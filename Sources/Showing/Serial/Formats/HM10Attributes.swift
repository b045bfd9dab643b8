internal import ANCS
internal import Formats
internal import Notices

/// Attributes of a notification that a sketch may request, by their number in ANCS.
struct HM10Attributes: Sendable {
    /// Byte limit of an answer, so that two digits can request all of it.
    static let longest = 99
    /// Attributes for which a request states a maximum length.
    static let withLength: ClosedRange<Int> = 1...3

    private let texts: [String]

    init(_ notice: Notice) {
        let date = notice.date?.timestamp.filter { $0 != "-" && $0 != ":" }
        texts = [
            notice.appID.cleaned(), notice.title.cleaned(), notice.subtitle.cleaned(),
            notice.message.cleaned(), notice.messageSize.map { "\($0)" } ?? "", date ?? "",
            notice.positiveAction.cleaned(), notice.negativeAction.cleaned(),
        ].map { String($0.prefix(Self.longest + 1)) }
    }

    /// Returns the attribute with this number; empty if there is none.
    subscript(number: Int) -> String {
        texts.indices.contains(number) ? texts[number] : ""
    }
}
