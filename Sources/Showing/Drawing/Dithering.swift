/// Shades made of black and white dots, by the error diffusion of Floyd and Steinberg.
package enum Dithering {
    /// Whether each pixel is white.
    ///
    /// What is black or white already stays so and takes no part: letters next to an emoji keep
    /// their edges, and no dots are strewn over the paper around it.
    package static func dots(of brightness: [UInt8], width: Int) -> [Bool] {
        guard width > 0 else { return [] }
        var dots = [Bool](repeating: false, count: brightness.count)
        // Sixteenths of brightness, for this row and the next, with room at both ends.
        var errors = [Int](repeating: 0, count: width + 2)
        var below = errors
        for index in brightness.indices {
            let column = index % width
            if column == 0 {
                errors = below
                below = [Int](repeating: 0, count: width + 2)
            }
            let value = Int(brightness[index])
            if value == 0 || value == 255 {
                dots[index] = value == 255
                continue
            }
            let wanted = value * 16 + errors[column + 1]
            dots[index] = wanted >= 128 * 16
            let error = (wanted - (dots[index] ? 255 * 16 : 0)) / 16
            errors[column + 2] += error * 7
            below[column] += error * 3
            below[column + 1] += error * 5
            below[column + 2] += error
        }
        return dots
    }
}
