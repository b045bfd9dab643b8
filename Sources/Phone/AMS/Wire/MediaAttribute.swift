/// Group of attributes that are registered together; unknown numbers are kept.
package struct MediaEntity: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let player = MediaEntity(rawValue: 0)
    package static let queue = MediaEntity(rawValue: 1)
    package static let track = MediaEntity(rawValue: 2)
}

/// Attribute of an entity; unknown numbers are kept.
package struct MediaAttribute: Hashable, Sendable {
    package let entity: MediaEntity
    /// Number of the attribute within the entity.
    package let number: UInt8

    package init(_ entity: MediaEntity, _ number: UInt8) {
        self.entity = entity
        self.number = number
    }

    /// Name of the app that plays, in the phone's language.
    package static let playerName = MediaAttribute(.player, 0)
    /// Playback state, rate and elapsed seconds, separated by commas.
    package static let playbackInfo = MediaAttribute(.player, 1)
    /// Volume from 0 to 1.
    package static let volume = MediaAttribute(.player, 2)
    /// Bundle identifier of the app that plays.
    ///
    /// The attribute is not in Apple's specification, but phones have it since iOS 8.3.
    package static let bundleIdentifier = MediaAttribute(.player, 3)
    /// Number of the track in the queue, from 0.
    package static let queueIndex = MediaAttribute(.queue, 0)
    package static let queueCount = MediaAttribute(.queue, 1)
    package static let shuffleMode = MediaAttribute(.queue, 2)
    package static let repeatMode = MediaAttribute(.queue, 3)
    package static let artist = MediaAttribute(.track, 0)
    package static let album = MediaAttribute(.track, 1)
    package static let title = MediaAttribute(.track, 2)
    /// Length of the track in seconds.
    package static let duration = MediaAttribute(.track, 3)

    /// Whether the attribute is one of the known ones.
    package var isKnown: Bool { entity.rawValue <= MediaEntity.track.rawValue && number <= 3 }

    /// Bytes that select the attribute for Entity Attribute.
    package var bytes: [UInt8] { [entity.rawValue, number] }
}

/// Registration for the values of an entity's attributes.
package struct MediaRegistration: Hashable, Sendable {
    package let entity: MediaEntity
    /// Numbers of the attributes.
    package let attributes: [UInt8]

    package init(_ entity: MediaEntity, _ attributes: [UInt8]) {
        self.entity = entity
        self.attributes = attributes
    }

    /// Bytes to write to Entity Update.
    package var bytes: [UInt8] { [entity.rawValue] + attributes }

    /// Registrations for the player, the most complete first; each is for a phone that refuses
    /// those before it.
    static let player = [
        MediaRegistration(.player, [0, 1, 2, 3]), MediaRegistration(.player, [0, 1, 2]),
        MediaRegistration(.player, [1, 2]),
    ]
    static let queue = MediaRegistration(.queue, [0, 1, 2, 3])
    static let track = MediaRegistration(.track, [0, 1, 2, 3])
}
