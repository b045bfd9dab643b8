/// Command line to the display server, which answers each with one line.
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

    /// Whether a refusal is harmless: for example, another client may have reserved the key.
    var mayBeRefused: Bool {
        switch self {
        case .addKey, .removeKey, .setName: true
        default: false
        }
    }

    /// The line, including its terminator.
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

    /// Quotes a text of any content as one word of a line.
    ///
    /// The server ends a line at a line feed, a carriage return or a NUL and treats a backslash as
    /// an escape. Between quotation marks no other character is special.
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

/// Attribute of a screen; one per command, because the server answers each.
enum LCDAttribute: Hashable, Sendable {
    case priority(LCDScreen.Priority)
    case backlight(String)
    case heartbeatOff
    /// Display time in eighths of a second, if the server rotates screens.
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
            // A scroller does not move if its text fits, at any speed.
            Array("\(column) \(row) \(column + width - 1) \(row) m 2 ".utf8)
                + LCDCommand.quoted(text)
        case .icon(let icon, let column, let row):
            Array("\(column) \(row) \(icon.rawValue)".utf8)
        }
    }
}
