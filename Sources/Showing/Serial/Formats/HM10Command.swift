/// What sketches say when they set a module up.
enum HM10Command: String, CaseIterable, Sendable {
    case attention = "AT"
    case ancsOff = "AT+ANCS0"
    case ancsOn = "AT+ANCS1"
    case ancsState = "AT+ANCS?"
    case reset = "AT+RESET"

    /// What the module answers; nothing comes of it here.
    var answer: String {
        switch self {
        case .attention: "OK"
        case .ancsOff: "OK+Set:0"
        case .ancsOn: "OK+Set:1"
        case .ancsState: "OK+Get:1"
        case .reset: "OK+RESET"
        }
    }

    var bytes: [UInt8] { Array(rawValue.utf8) }

    /// Those that no request begins with: handles here begin with a zero.
    static let whole: [HM10Command] = [.ancsOn, .ancsState, .reset]
    /// Those that only what follows tells from the beginning of something longer.
    static let beginnings: [HM10Command] = [.ancsOff, .attention]
}
