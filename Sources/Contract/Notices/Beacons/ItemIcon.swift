/// Named icons of items, each an emoji; outputs that cannot show emoji omit them.
package enum ItemIcon {
    private static let icons: [(name: String, emoji: String)] = [
        ("keys", "🔑"), ("wallet", "👛"), ("bag", "🎒"), ("suitcase", "🧳"), ("umbrella", "☂️"),
        ("glasses", "👓"), ("headphones", "🎧"), ("laptop", "💻"), ("phone", "📱"),
        ("camera", "📷"), ("watch", "⌚"), ("bicycle", "🚲"), ("car", "🚗"), ("dog", "🐕"),
        ("cat", "🐈"), ("toy", "🧸"), ("medicine", "💊"), ("tools", "🔧"),
    ]

    package static let names = icons.map(\.name)

    /// Returns the emoji for an icon name, or a single emoji itself; nil for anything else.
    package static func picture(_ text: String) -> String? {
        if let icon = icons.first(where: { $0.name == text }) { return icon.emoji }
        guard text.count == 1, let scalar = text.unicodeScalars.first else { return nil }
        let isEmoji =
            scalar.properties.isEmojiPresentation
            || scalar.properties.isEmoji && text.unicodeScalars.contains("\u{FE0F}")
        return isEmoji && text.utf8.count <= 32 ? text : nil
    }
}
