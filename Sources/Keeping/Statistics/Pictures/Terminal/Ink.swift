/// How a piece of a page looks where colour may be used.
enum Ink: Hashable {
    case plain
    case bold
    case dim
    /// Bars.
    case blue
    /// Bars of another thing.
    case green
    /// What was missed.
    case red
    /// A field of a heat map; from 1, the least, to `heatLevels`.
    case heat(Int)

    /// The shades of a heat map, in the palette of 256 colours that terminals have: from cold to hot,
    /// all of them seen on black and on white.
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

    /// The text in this ink.
    func applied(to text: String) -> String {
        let parameters = parameters
        return parameters.isEmpty || text.isEmpty ? text : "\u{1B}[\(parameters)m\(text)\u{1B}[0m"
    }
}
