/// One of the eight mask patterns.
struct QRMask {
    static let all = (0..<8).map(QRMask.init)

    let number: Int

    /// Returns whether the mask inverts a module.
    func hits(_ row: Int, _ column: Int) -> Bool {
        let product = row * column
        return switch number {
        case 0: (row + column) % 2 == 0
        case 1: row % 2 == 0
        case 2: column % 3 == 0
        case 3: (row + column) % 3 == 0
        case 4: (row / 2 + column / 3) % 2 == 0
        case 5: product % 2 + product % 3 == 0
        case 6: (product % 2 + product % 3) % 2 == 0
        default: ((row + column) % 2 + product % 3) % 2 == 0
        }
    }
}
