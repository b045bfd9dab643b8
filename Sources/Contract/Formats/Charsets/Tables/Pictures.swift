/// Emoji in words; those that are not here are left out, for a sign has little room.
enum Pictures {
    /// The pictures people send most, by the word for them.
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

    /// What is not named above, by its place.
    private static let ranges: [(range: ClosedRange<UInt32>, word: String)] = [
        (0x1F493...0x1F49F, "heart"), (0x1F600...0x1F637, "face"), (0x1F638...0x1F640, "cat"),
        (0x1F641...0x1F644, "face"), (0x1F910...0x1F92F, "face"), (0x1F970...0x1F97A, "face"),
        (0x1FAE0...0x1FAEF, "face"),
    ]

    /// Where pictures are that Unicode has, or will have.
    private static let planes: ClosedRange<UInt32> = 0x1F000...0x1FAFF
    private static let regional: ClosedRange<UInt32> = 0x1F1E6...0x1F1FF

    /// Whether the scalar is a picture, known or not.
    static func contains(_ scalar: Unicode.Scalar) -> Bool {
        planes.contains(scalar.value) || scalar.properties.isEmojiPresentation
    }

    /// What a picture that is not named is.
    static func word(of scalar: Unicode.Scalar) -> Sign {
        if scalar.properties.isEmojiModifier { return .nothing }
        let word = ranges.first { $0.range.contains(scalar.value) }?.word
        return word.map { .picture("(\($0))") } ?? .hidden
    }

    /// What several scalars are that are one picture together: a flag, or pictures that are joined.
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
