internal import Board

/// Terminal style of a piece of the board.
struct Tone: Hashable, Sendable {
    /// Parameters of the terminal's "select graphic rendition" sequence.
    private let parameters: [Int]

    private init(_ parameters: Int...) {
        self.init(parameters)
    }

    private init(_ parameters: [Int]) {
        self.parameters = parameters
    }

    /// The tone with foreground and background exchanged.
    var marked: Tone { Tone(parameters + [7]) }

    static let plain = Tone()
    static let bold = Tone(1)
    static let dim = Tone(2)
    static let red = Tone(31)
    static let green = Tone(32)
    static let yellow = Tone(33)
    static let blue = Tone(34)
    static let magenta = Tone(35)
    static let cyan = Tone(36)
    static let boldGreen = Tone(1, 32)

    init(_ look: NoticeStyle) {
        self =
            switch look {
            case .call: .green
            case .missed: .red
            case .voicemail: .magenta
            case .social: .cyan
            case .mail: .blue
            case .schedule: .yellow
            case .plain: .plain
            }
    }

    /// Returns the text in this tone.
    func applied(to text: String) -> String {
        guard !parameters.isEmpty, !text.isEmpty else { return text }
        return "\u{1B}[\(parameters.map(String.init).joined(separator: ";"))m\(text)\u{1B}[0m"
    }
}
