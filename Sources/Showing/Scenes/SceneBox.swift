/// The size of a picture, in pixels.
package struct SceneSize: Hashable, Sendable {
    /// The most pixels in a row and in a column.
    package static let longestSide = 4_096
    /// A picture is at least so many pixels high and wide.
    package static let shortestSide = 16

    /// Pixels of a line.
    package let width: Int
    /// Lines of pixels.
    package let height: Int

    /// Nil where no picture can have this size.
    package init?(width: Int, height: Int) {
        let sides = Self.shortestSide...Self.longestSide
        guard sides.contains(width), sides.contains(height) else { return nil }
        self.width = width
        self.height = height
    }

    /// Reads `800x480`.
    package init?(_ words: String) {
        let parts = words.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]) else {
            return nil
        }
        self.init(width: width, height: height)
    }

    /// The same picture, turned by a quarter.
    package var turned: SceneSize { SceneSize(uncheckedWidth: height, height: width) }

    private init(uncheckedWidth width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

extension SceneSize: CustomStringConvertible {
    /// The size as `WIDTHxHEIGHT`, as people and programs write it.
    package var description: String { "\(width)x\(height)" }
}

/// A part of a picture, in pixels from its upper left corner.
package struct SceneBox: Hashable, Sendable {
    /// The first pixel of its lines, from the left.
    package var x: Int
    /// Its first line, from the top.
    package var y: Int
    /// Pixels of a line.
    package var width: Int
    /// Lines of pixels.
    package var height: Int

    /// A box from its upper left corner.
    package init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The column and the row behind it.
    package var right: Int { x + width }
    /// The first line below it.
    package var bottom: Int { y + height }

    /// Whether all of it is in a picture of some size, and there is something of it.
    package func isInside(_ size: SceneSize) -> Bool {
        let room = 0...SceneSize.longestSide
        guard room.contains(x), room.contains(y), width > 0, height > 0 else { return false }
        return width <= size.width - x && height <= size.height - y
    }

    /// Whether the two share a pixel.
    package func overlaps(_ other: SceneBox) -> Bool {
        x < other.right && other.x < right && y < other.bottom && other.y < bottom
    }
}
