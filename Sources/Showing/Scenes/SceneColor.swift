/// Colour role of a part of a scene; a theme assigns the colour.
package enum SceneColor: String, Hashable, Sendable, CaseIterable {
    /// The background.
    case paper
    case ink
    /// Less important or removed content.
    case faint
    /// Separator lines.
    case rule
    case missed
    case call
    case voicemail
    case social
    case mail
    case schedule
    /// Background of a ringing call.
    case panel
    case onPanel = "on-panel"
}

/// Colour theme of a scene.
package enum SceneTheme: String, Hashable, Sendable, CaseIterable {
    /// Dark on light, for paper-like displays.
    case light
    /// Light on dark, for displays with a light of their own.
    case dark
    /// Dark red on black, which preserves night vision.
    case night
}
