/// Content of an image, before it is drawn.
package struct Scene: Hashable, Sendable {
    package static let mostItems = 1_024
    /// Limit of the area of all items, in multiples of the image area.
    package static let mostCover = 32
    /// The same limit for texts, because large text takes memory as well as time.
    package static let mostTextCover = 4
    /// Byte limit of a scene line.
    package static let longestLine = 1 << 20

    /// Size in pixels.
    package var size: SceneSize
    package var look: SceneTheme
    /// The items in drawing order.
    package private(set) var items: [SceneItem] = []
    /// Number of items dropped because they cannot be drawn.
    package private(set) var refused = 0
    /// Pixels covered by all items, and by texts.
    private var (cover, textCover) = (0, 0)

    package init(size: SceneSize, look: SceneTheme) {
        self.size = size
        self.look = look
    }

    /// Adds an item on top of the others.
    ///
    /// Drops items outside the image or beyond the limits.
    package mutating func add(_ item: SceneItem) {
        guard items.count < Self.mostItems, item.isDrawable(in: size) else {
            refused += 1
            return
        }
        let (pixels, all) = (item.pixels, size.width * size.height)
        let isText = if case .text = item { true } else { false }
        guard cover + pixels <= Self.mostCover * all,
            !isText || textCover + pixels <= Self.mostTextCover * all
        else {
            refused += 1
            return
        }
        cover += pixels
        if isText { textCover += pixels }
        items.append(item)
    }
}

extension SceneItem {
    /// Pixels that may have to be drawn: text may be larger than its box.
    fileprivate var pixels: Int {
        guard case .text(let text) = self else { return box.width * box.height }
        let least = text.sizes.lowerBound
        return max(box.width, least) * max(box.height, least)
    }

    /// Returns whether all values are within their limits.
    func isDrawable(in size: SceneSize) -> Bool {
        guard box.isInside(size) else { return false }
        switch self {
        case .fill, .icon: return true
        case .rounded(_, let radius, _): return (0...SceneSize.longestSide).contains(radius)
        case .text(let text):
            return text.string.utf8.count <= SceneText.longest
                && SceneText.possibleSizes.contains(text.sizes.lowerBound)
                && SceneText.possibleSizes.contains(text.sizes.upperBound)
                && (1...SceneText.mostLines).contains(text.lines)
                && text.pitch.map(SceneText.possiblePitches.contains) ?? true
        }
    }
}
