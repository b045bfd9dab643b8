/// Size of an image in pixels.
package struct SceneSize: Hashable, Sendable {
    /// Maximum width and height.
    package static let longestSide = 4_096
    /// Minimum width and height.
    package static let shortestSide = 16

    package let width: Int
    package let height: Int

    /// Returns nil if the size is out of range.
    package init?(width: Int, height: Int) {
        let sides = Self.shortestSide...Self.longestSide
        guard sides.contains(width), sides.contains(height) else { return nil }
        self.width = width
        self.height = height
    }

    /// Reads a size such as `800x480`; returns nil for other text, or if the size is out of range.
    package init?(_ words: String) {
        let parts = words.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]) else {
            return nil
        }
        self.init(width: width, height: height)
    }

    /// The size of the image after a quarter turn.
    package var turned: SceneSize { SceneSize(uncheckedWidth: height, height: width) }

    private init(uncheckedWidth width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

extension SceneSize: CustomStringConvertible {
    /// The size as `WIDTHxHEIGHT`.
    package var description: String { "\(width)x\(height)" }
}

/// Rectangle in an image, in pixels from the upper left corner.
package struct SceneBox: Hashable, Sendable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// First column to the right of the box.
    package var right: Int { x + width }
    /// First row below the box.
    package var bottom: Int { y + height }

    /// Returns whether the box is not empty and completely inside an image of this size.
    package func isInside(_ size: SceneSize) -> Bool {
        let room = 0...SceneSize.longestSide
        guard room.contains(x), room.contains(y), width > 0, height > 0 else { return false }
        return width <= size.width - x && height <= size.height - y
    }

    package func overlaps(_ other: SceneBox) -> Bool {
        x < other.right && other.x < right && y < other.bottom && other.y < bottom
    }
}
