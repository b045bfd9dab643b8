/// Set-up commands that sketches send to a module.
enum HM10Command: String, CaseIterable, Sendable {
    case attention = "AT"
    case ancsOff = "AT+ANCS0"
    case ancsOn = "AT+ANCS1"
    case ancsState = "AT+ANCS?"
    case reset = "AT+RESET"

    /// Answer of the module; the command has no other effect here.
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

    /// Commands that are complete at once: no request begins like them, because each handle begins
    /// with a zero.
    static let whole: [HM10Command] = [.ancsOn, .ancsState, .reset]
    /// Commands with which a longer command or a request may begin; the bytes that follow show whether they are complete.
    static let beginnings: [HM10Command] = [.ancsOff, .attention]
}
