/// Dictionary of all fields of an event, in the order of writing.
///
/// `Docs/reference/fields.md` explains each. Within a version, fields are only ever added.
package enum Field: String, CaseIterable, Sendable {
    case version = "v"
    case event
    case at
    case phone
    case state
    case eventID = "event_id"
    case id
    case category
    case label
    case categoryCount = "category_count"
    case appID = "app_id"
    case app
    case title
    case subtitle
    case message
    case messageSize = "message_size"
    case date
    case received
    case flags
    case uid
    case positiveAction = "actions.positive"
    case negativeAction = "actions.negative"
    case callState = "call.state"
    case ringSeconds = "call.ring_seconds"
    case declined = "call.declined"
    case incomplete
    case hidden
    case removedBy = "removed_by"
    case words
    case code
    case sent
    case talkSeconds = "call.talk_seconds"
    case was
    case region
    case item
    case picture
    case person
    case home
    case zone
    case accuracy
    case signal
    case beacon
    case lastHeard = "last_heard"
    case reminder
    case kept
    case phoneID = "phone_id"
    case battery
    case dateOffset = "date_offset"
    case mediaState = "media.state"
    case mediaTitle = "media.title"
    case mediaArtist = "media.artist"
    case mediaAlbum = "media.album"
    case mediaPlayer = "media.player"
    case mediaAppID = "media.app_id"
    case mediaPosition = "media.position"
    case mediaDuration = "media.duration"
    case mediaRate = "media.rate"
    case mediaVolume = "media.volume"
    case mediaIndex = "media.index"
    case mediaCount = "media.count"
    case mediaShuffle = "media.shuffle"
    case mediaRepeat = "media.repeat"
    case mediaCommands = "media.commands"
    case site
    case bridge
    case appIDBytes = "bytes.app_id"
    case appBytes = "bytes.app"
    case titleBytes = "bytes.title"
    case subtitleBytes = "bytes.subtitle"
    case messageBytes = "bytes.message"
    case positiveActionBytes = "bytes.positive_action"
    case negativeActionBytes = "bytes.negative_action"

    /// The version of the dictionary.
    package static let dictionaryVersion = 1

    /// Object that contains the field; nil for a field of the event itself.
    var object: String? {
        switch self {
        case .positiveAction, .negativeAction: "actions"
        case .callState, .ringSeconds, .declined, .talkSeconds: "call"
        case .mediaState, .mediaTitle, .mediaArtist, .mediaAlbum, .mediaPlayer, .mediaAppID,
            .mediaPosition, .mediaDuration, .mediaRate, .mediaVolume, .mediaIndex, .mediaCount,
            .mediaShuffle, .mediaRepeat, .mediaCommands:
            "media"
        case .appIDBytes, .appBytes, .titleBytes, .subtitleBytes, .messageBytes,
            .positiveActionBytes, .negativeActionBytes:
            "bytes"
        default: nil
        }
    }

    /// Name within the object.
    var name: String {
        guard let object else { return rawValue }
        return String(rawValue.dropFirst(object.utf8.count + 1))
    }

    /// Whether the field carries exact bytes of a text that is not valid UTF-8.
    var isExactBytes: Bool { rawValue.hasPrefix("bytes.") }

    /// Whether only notifications from several histories have the field.
    var isOfOriginAlone: Bool { self == .site || self == .bridge }

    /// Whether only raw Notification Source values have the field.
    var isOfSourceAlone: Bool { self == .eventID || self == .categoryCount }
}
