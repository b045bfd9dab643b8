/// What a part of a scene is, from which it has its colour in each look.
package enum SceneColor: String, Hashable, Sendable, CaseIterable {
    /// What is behind everything.
    case paper
    case ink
    /// What is of less interest, or no longer there.
    case faint
    /// Lines between parts.
    case rule
    case missed
    case call
    case voicemail
    case social
    case mail
    case schedule
    /// What is behind a call that rings, and what is written on it.
    case panel
    case onPanel = "on-panel"
}

/// How the colours of a scene look.
package enum SceneTheme: String, Hashable, Sendable, CaseIterable {
    /// Dark on light, as paper is.
    case light
    /// Light on dark, for what shines itself.
    case dark
    /// Dark red on black, which leaves eyes used to the dark as they are.
    case night
}
