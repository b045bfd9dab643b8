/// Item of a scene.
package enum SceneItem: Hashable, Sendable {
    /// Filled rectangle.
    case fill(SceneBox, SceneColor)
    /// Filled rectangle with rounded corners.
    case rounded(SceneBox, radius: Int, SceneColor)
    /// Icon, as large as fits into the box.
    case icon(SceneIcon, SceneBox, SceneColor)
    case text(SceneText)

    package var box: SceneBox {
        switch self {
        case .fill(let box, _), .rounded(let box, _, _), .icon(_, let box, _): box
        case .text(let text): text.box
        }
    }
}

/// Icon of a scene.
package enum SceneIcon: String, Hashable, Sendable, CaseIterable {
    /// Telephone handset.
    case phone
    /// Handset with an arrow that bounces off: a missed call.
    case missed
    /// The two reels of a tape.
    case voicemail
    /// Speech bubble.
    case message
}

/// Text with its layout.
package struct SceneText: Hashable, Sendable {
    /// Byte limit of a text.
    package static let longest = 8_192
    /// Valid font sizes in pixels.
    package static let possibleSizes = 4...2_048
    /// Valid line pitches in pixels.
    package static let possiblePitches = 1...SceneSize.longestSide
    /// Maximum number of lines.
    package static let mostLines = 64

    /// Horizontal alignment of a text.
    package enum Alignment: String, Hashable, Sendable, CaseIterable {
        case left
        case center
        case right
    }

    package var string: String
    /// The box; nothing is drawn outside.
    package var box: SceneBox
    /// Range of font sizes: the largest that fits is used; at the smallest, the text is cut.
    package var sizes: ClosedRange<Int>
    package var color: SceneColor
    package var isBold: Bool
    package var alignment: Alignment
    /// Maximum number of lines.
    package var lines: Int
    /// Distance between lines, with the first at the top of the box; nil to centre all lines
    /// vertically.
    package var pitch: Int?

    /// Creates a text, by default with one line.
    package init(
        _ string: String, in box: SceneBox, sizes: ClosedRange<Int>, _ color: SceneColor = .ink,
        isBold: Bool = false, alignment: Alignment = .left, lines: Int = 1, pitch: Int? = nil
    ) {
        self.string = string
        self.box = box
        self.sizes = sizes
        self.color = color
        self.isBold = isBold
        self.alignment = alignment
        self.lines = lines
        self.pitch = pitch
    }
}
