/// One line to the display server, to which it answers with one line.
enum LCDCommand: Hashable, Sendable {
    case hello
    case setName([UInt8])
    case addScreen(LCDScreen.Name)
    case setScreen(LCDScreen.Name, LCDAttribute)
    case addWidget(LCDScreen.Name, String, LCDWidget)
    case setWidget(LCDScreen.Name, String, LCDWidget)
    case removeWidget(LCDScreen.Name, String)
    case addKey(String)
    case removeKey(String)
    case noop

    /// Whether it may be refused without harm: somebody else may have a key for himself.
    var mayBeRefused: Bool {
        switch self {
        case .addKey, .removeKey, .setName: true
        default: false
        }
    }

    /// The line, with its end.
    var line: [UInt8] {
        let text =
            switch self {
            case .hello: Array("hello".utf8)
            case .setName(let name): Array("client_set -name ".utf8) + Self.quoted(name)
            case .addScreen(let screen): Array("screen_add \(screen)".utf8)
            case .setScreen(let screen, let attribute):
                Array("screen_set \(screen) \(attribute.words)".utf8)
            case .addWidget(let screen, let id, let widget):
                Array("widget_add \(screen) \(id) \(widget.kind)".utf8)
            case .setWidget(let screen, let id, let widget):
                Array("widget_set \(screen) \(id) ".utf8) + widget.parameters
            case .removeWidget(let screen, let id): Array("widget_del \(screen) \(id)".utf8)
            case .addKey(let key): Array("client_add_key ".utf8) + Self.quoted(Array(key.utf8))
            case .removeKey(let key): Array("client_del_key ".utf8) + Self.quoted(Array(key.utf8))
            case .noop: Array("noop".utf8)
            }
        return text + [UInt8(ascii: "\n")]
    }

    /// A text as one word of a line, whatever is in it.
    ///
    /// The server ends a line at a line feed, a carriage return or a zero, and takes a backslash for
    /// the beginning of a sign of its own; between quotation marks nothing else means anything to it.
    static func quoted(_ text: [UInt8]) -> [UInt8] {
        var word = [UInt8(ascii: "\"")]
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): word += [UInt8(ascii: "\\"), byte]
            case 0..<0x20, 0x7F..<0xA0: word.append(UInt8(ascii: " "))
            default: word.append(byte)
            }
        }
        return word + [UInt8(ascii: "\"")]
    }
}

/// What can be set of a screen, one thing in a command since the server answers to each.
enum LCDAttribute: Hashable, Sendable {
    case priority(LCDScreen.Priority)
    case backlight(String)
    case heartbeatOff
    /// How long it stays where the server shows screens in turn, in eighths of a second.
    case turn(Int)

    fileprivate var words: String {
        switch self {
        case .priority(let priority): "-priority \(priority.rawValue)"
        case .backlight(let state): "-backlight \(state)"
        case .heartbeatOff: "-heartbeat off"
        case .turn(let eighths): "-duration \(eighths)"
        }
    }
}

extension LCDWidget {
    fileprivate var kind: String {
        switch self {
        case .text: "scroller"
        case .icon: "icon"
        }
    }

    fileprivate var parameters: [UInt8] {
        switch self {
        case .text(let text, let column, let row, let width):
            // A scroller stands still where its text fits, at any speed.
            Array("\(column) \(row) \(column + width - 1) \(row) m 2 ".utf8)
                + LCDCommand.quoted(text)
        case .icon(let icon, let column, let row):
            Array("\(column) \(row) \(icon.rawValue)".utf8)
        }
    }
}
