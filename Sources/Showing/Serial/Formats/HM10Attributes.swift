internal import ANCS
internal import Formats
internal import Notices

/// What a sketch may ask of a notice, as the notification service numbers it.
struct HM10Attributes: Sendable {
    /// No answer has more bytes, so that two digits can ask for all of them.
    static let longest = 99
    /// Attributes for which a request says how long the answer may be.
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

    /// The attribute with this number; nothing where there is none.
    subscript(number: Int) -> String {
        texts.indices.contains(number) ? texts[number] : ""
    }
}
