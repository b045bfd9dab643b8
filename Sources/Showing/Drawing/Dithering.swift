/// Error diffusion of Floyd and Steinberg, for shades on black and white displays.
package enum Dithering {
    /// Returns whether each pixel is white.
    ///
    /// Pure black and white pixels stay unchanged and take no part. Therefore text beside an emoji
    /// keeps its edges, and no dots appear on the paper around it.
    package static func dots(of brightness: [UInt8], width: Int) -> [Bool] {
        guard width > 0 else { return [] }
        var dots = [Bool](repeating: false, count: brightness.count)
        // Errors in sixteenths of brightness, for this row and the next, with room at both ends.
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
