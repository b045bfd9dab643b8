/// One thing in a scene.
package enum SceneItem: Hashable, Sendable {
    /// A rectangle that is filled.
    case fill(SceneBox, SceneColor)
    /// A rectangle with round corners that is filled.
    case rounded(SceneBox, radius: Int, SceneColor)
    /// A shape, as large as fits.
    case icon(SceneIcon, SceneBox, SceneColor)
    /// A text.
    case text(SceneText)

    /// Where it is.
    package var box: SceneBox {
        switch self {
        case .fill(let box, _), .rounded(let box, _, _), .icon(_, let box, _): box
        case .text(let text): text.box
        }
    }
}

/// A shape that is known at a glance.
package enum SceneIcon: String, Hashable, Sendable, CaseIterable {
    /// A telephone's handset.
    case phone
    /// A handset and an arrow that bounces off: a call nobody took.
    case missed
    /// The two reels of a tape.
    case voicemail
    /// A bubble of speech.
    case message
}

/// A text and how it is set.
package struct SceneText: Hashable, Sendable {
    /// Bytes of one text; a longer one is not taken.
    package static let longest = 8_192
    /// The sizes that letters may have, in pixels.
    package static let possibleSizes = 4...2_048
    /// The pixels that there may be from one line to the next.
    package static let possiblePitches = 1...SceneSize.longestSide
    /// The most lines.
    package static let mostLines = 64

    /// Where its lines begin.
    package enum Alignment: String, Hashable, Sendable, CaseIterable {
        case left
        case center
        case right
    }

    /// What is written.
    package var string: String
    /// Where it goes; nothing of it is drawn outside.
    package var box: SceneBox
    /// How large its letters may be: the largest that fits is taken, and at the smallest it is cut.
    package var sizes: ClosedRange<Int>
    /// The colour of its letters.
    package var color: SceneColor
    /// Whether its letters are bold.
    package var isBold: Bool
    /// Where its lines begin.
    package var alignment: Alignment
    /// The most lines it is broken into.
    package var lines: Int
    /// From one line to the next, the first at the top of the box; nil where all of them together are
    /// in its middle.
    package var pitch: Int?

    /// A text of one line in its box, unless something else is said.
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
