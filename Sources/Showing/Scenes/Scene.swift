/// What a picture shows, before it has pixels.
package struct Scene: Hashable, Sendable {
    /// Things in one scene.
    package static let mostItems = 1_024
    /// How often its items together may cover the picture.
    package static let mostCover = 32
    /// How often its texts may: large letters take memory as well as time.
    package static let mostTextCover = 4
    /// Bytes of a scene's line; a longer one is no scene.
    package static let longestLine = 1 << 20

    /// How large it is, in pixels.
    package var size: SceneSize
    /// Which colours it has.
    package var look: SceneTheme
    /// What is in it, in the order in which it is drawn.
    package private(set) var items: [SceneItem] = []
    /// Things that were left out because they cannot be drawn.
    package private(set) var refused = 0
    /// Pixels that its items and its texts cover.
    private var (cover, textCover) = (0, 0)

    /// An empty scene.
    package init(size: SceneSize, look: SceneTheme) {
        self.size = size
        self.look = look
    }

    /// Adds a thing on top of the others; one that is not inside of the picture, or one too many, is
    /// left out.
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
    /// Pixels that may have to be drawn for it: letters may be larger than their box.
    fileprivate var pixels: Int {
        guard case .text(let text) = self else { return box.width * box.height }
        let least = text.sizes.lowerBound
        return max(box.width, least) * max(box.height, least)
    }

    /// Whether all that it says is within bounds.
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
