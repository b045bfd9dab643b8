/// Style of a piece of text on a coloured page.
enum Ink: Hashable {
    case plain
    case bold
    case dim
    /// Bars.
    case blue
    /// Bars of connected time and of time at home.
    case green
    /// Missed calls.
    case red
    /// Field of a heat map, from 1 (least) to `heatLevels`.
    case heat(Int)

    /// Heat map colours in the 256-colour palette, from cold to hot; all are visible on black and
    /// white.
    private static let heat = [24, 31, 36, 148, 214, 196]

    static let heatLevels = heat.count

    private var parameters: String {
        switch self {
        case .plain: ""
        case .bold: "1"
        case .dim: "2"
        case .blue: "34"
        case .green: "32"
        case .red: "31"
        case .heat(let level): "38;5;\(Self.heat[min(max(level, 1), Self.heatLevels) - 1])"
        }
    }

    /// Returns the text with the escape sequences of this style.
    func applied(to text: String) -> String {
        let parameters = parameters
        return parameters.isEmpty || text.isEmpty ? text : "\u{1B}[\(parameters)m\(text)\u{1B}[0m"
    }
}
