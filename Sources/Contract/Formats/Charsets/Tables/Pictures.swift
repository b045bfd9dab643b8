/// Words for emoji; emoji without a word are omitted, since small displays have little room.
enum Pictures {
    /// The most common emoji, by word.
    static let words: [(word: String, pictures: String)] = [
        ("smile", "😀😃😄😁😊🙂☺😇😺😸☻"), ("laughing", "😂🤣😆😅😹"), ("wink", "😉😜😏"),
        ("kiss", "😘😗😙😚💋😽"), ("love", "😍🥰😻"), ("wow", "🤩😮😲😯"), ("sad", "😢☹🙁😞😔😟🥺😥😕"),
        ("crying", "😭😿"), ("angry", "😠😡🤬😤😾"), ("shock", "😱😳😨😰🙀"), ("thinking", "🤔"),
        ("cool", "😎"), ("sleepy", "😴🥱😪💤"), ("ill", "🤒🤕🤢🤮😷🤧"), ("party", "🎉🎊🥳"),
        ("hug", "🤗🫂"), ("shrug", "🤷"), ("facepalm", "🤦"), ("thumbs up", "👍"),
        ("thumbs down", "👎"), ("ok", "👌🙆"), ("clapping", "👏"), ("hello", "👋"), ("please", "🙏"),
        ("hooray", "🙌"), ("strong", "💪"), ("fist", "👊✊🤛🤜"), ("peace", "✌"),
        ("fingers crossed", "🤞"), ("deal", "🤝"), ("look", "👀👉👈👆👇☝👁"), ("fire", "🔥"),
        ("100", "💯"), ("star", "⭐🌟✨★☆🌠💫"), ("sun", "☀🌞🌅☼"), ("moon", "🌙🌛🌜🌝🌚🌕"),
        ("cloud", "☁⛅🌥"), ("rain", "🌧☔🌦"), ("storm", "⛈🌩⚡🌪"), ("snow", "❄☃⛄🌨"), ("rainbow", "🌈"),
        ("flower", "🌹🌸🌺🌻🌷🌼💐🥀"), ("tree", "🌳🌲🌴"), ("christmas", "🎄🎅🤶"), ("luck", "🍀"),
        ("cake", "🎂🍰🧁"), ("gift", "🎁"), ("balloon", "🎈"), ("beer", "🍺🍻"), ("wine", "🍷"),
        ("cheers", "🥂🍾"), ("coffee", "☕"), ("food", "🍽🍕🍔🍟🌭🍝🍣🌮🥗"), ("music", "🎵🎶🎼♪♫♬"),
        ("call", "☎📞📱📲☏"), ("mail", "📧✉📩📨📬📫📪📥📤💌"), ("message", "💬🗨"), ("bell", "🔔"),
        ("alarm", "🚨⏰⏱"), ("time", "⌛⏳🕐⌚"), ("date", "📅📆🗓"), ("warning", "⚠"), ("stop", "🛑⛔🚫"),
        ("done", "✅✔☑✓"), ("idea", "💡"), ("photo", "📷📸🖼"), ("video", "🎥📹🎬"), ("parcel", "📦"),
        ("money", "💰💵💶💷💸🤑"), ("card", "💳"), ("key", "🔑🗝"), ("lock", "🔒🔐🔏"), ("door", "🚪"),
        ("home", "🏠🏡🏘⌂"), ("work", "💼🏢"), ("school", "🏫🎓"), ("hospital", "🏥🚑"), ("pill", "💊"),
        ("car", "🚗🚙🚕"), ("bus", "🚌"), ("train", "🚆🚂🚄🚅🚇"), ("plane", "✈🛫🛬"), ("bike", "🚲"),
        ("ship", "🚢⛵"), ("rocket", "🚀"), ("place", "📍📌🗺"), ("holiday", "🏖🏝🌊"), ("ball", "⚽🏀🏈🎾"),
        ("game", "🎮🎲"), ("prize", "🏆🥇🏅"), ("baby", "👶🍼"), ("woman", "👩👧👵👱"), ("man", "👨👦👴🧔"),
        ("family", "👪"), ("couple", "👫👬👭💑"), ("dog", "🐶🐕"), ("cat", "🐱🐈"), ("ghost", "👻🎃"),
        ("skull", "💀☠"), ("poo", "💩"), ("devil", "😈👿"), ("robot", "🤖"), ("broken heart", "💔"),
        ("flag", "🏳🏴🏁🚩"), ("heart", "♥♡❤❣🧡🖤🤍🤎🩷🩵🩶🫀"),
    ]

    /// Ranges of other emoji, by word.
    private static let ranges: [(range: ClosedRange<UInt32>, word: String)] = [
        (0x1F493...0x1F49F, "heart"), (0x1F600...0x1F637, "face"), (0x1F638...0x1F640, "cat"),
        (0x1F641...0x1F644, "face"), (0x1F910...0x1F92F, "face"), (0x1F970...0x1F97A, "face"),
        (0x1FAE0...0x1FAEF, "face"),
    ]

    /// Ranges reserved by Unicode for emoji.
    private static let planes: ClosedRange<UInt32> = 0x1F000...0x1FAFF
    private static let regional: ClosedRange<UInt32> = 0x1F1E6...0x1F1FF

    /// Returns whether the scalar is an emoji, known or not.
    static func contains(_ scalar: Unicode.Scalar) -> Bool {
        planes.contains(scalar.value) || scalar.properties.isEmojiPresentation
    }

    /// Returns the sign of an emoji that is in no table.
    static func word(of scalar: Unicode.Scalar) -> Sign {
        if scalar.properties.isEmojiModifier { return .nothing }
        let word = ranges.first { $0.range.contains(scalar.value) }?.word
        return word.map { .picture("(\($0))") } ?? .hidden
    }

    /// Returns the sign of several scalars that form one emoji: a flag, or a joined sequence.
    static func word(joined scalars: Character.UnicodeScalarView) -> Sign? {
        guard let first = scalars.first else { return nil }
        if regional.contains(first.value), scalars.count == 2 {
            return .picture("(\(scalars.compactMap(Letterforms.letter).joined()))")
        }
        let isJoined = scalars.contains { $0 == "\u{200D}" }
        guard isJoined, contains(first) || SignTable.signs[first.value]?.isPicture ?? false
        else { return nil }
        let people = scalars.count { isPerson($0) }
        if people > 1 {
            let isKiss = scalars.contains("\u{1F48B}")
            let isCouple = scalars.contains("\u{2764}") || scalars.contains("\u{1F91D}")
            return .picture(isKiss ? "(kiss)" : isCouple ? "(couple)" : "(family)")
        }
        return SignTable.signs[first.value] ?? word(of: first)
    }

    private static func isPerson(_ scalar: Unicode.Scalar) -> Bool {
        (0x1F466...0x1F469).contains(scalar.value) || (0x1F9D1...0x1F9D2).contains(scalar.value)
    }
}

extension Sign {
    fileprivate var isPicture: Bool {
        if case .picture = self { true } else { false }
    }
}
