import Expecting
import Testing

@testable import AMS

/// The bytes of the service, against Apple's specification.
struct MediaWireTests {
    @Test func `identifiers are those of the specification`() {
        for (uuid, expected) in [
            (MediaCharacteristic.serviceUUID, "89d3502b0f36433a8ef4c502ad55f8dc"),
            (MediaCharacteristic.remoteCommand.uuid, "9b3c81d857b14a8ab8df0e56f7ca51c2"),
            (MediaCharacteristic.entityUpdate.uuid, "2f7cabce808d411f9a0cbb92ba96c102"),
            (MediaCharacteristic.entityAttribute.uuid, "c6b2f38c23ab46d8a6aba3a870bbd5d7"),
        ] {
            expect(String(uuid, radix: 16), is: expected)
        }
    }

    @Test func `every command has its word, and unknown numbers have none`() {
        let words = [
            "play", "pause", "toggle", "next", "previous", "louder", "softer", "repeat", "shuffle",
            "skip", "back", "like", "dislike", "bookmark",
        ]
        expect(MediaCommandID.all.map(\.rawValue), is: Array(0...13))
        expect(MediaCommandID.all.compactMap(\.word), is: words)
        for (number, word) in words.enumerated() {
            expect(MediaCommandID(word: word)?.rawValue, is: UInt8(number), "\(word)")
        }
        for number in UInt8(14)...255 {
            expect(MediaCommandID(rawValue: number).word, is: nil, "\(number)")
        }
        for word in ["", "Play", "stop", "play "] {
            expect(MediaCommandID(word: word), is: nil, "\(word)")
        }
        for (command, word) in [
            (.play, "play"), (.pause, "pause"), (.togglePlayPause, "toggle"),
            (.nextTrack, "next"), (.previousTrack, "previous"), (.volumeUp, "louder"),
            (.volumeDown, "softer"), (.advanceRepeatMode, "repeat"),
            (.advanceShuffleMode, "shuffle"), (.skipForward, "skip"), (.skipBackward, "back"),
            (.likeTrack, "like"), (.dislikeTrack, "dislike"), (.bookmarkTrack, "bookmark"),
        ] as [(MediaCommandID, String)] {
            expect(command.word, is: word)
        }
    }

    @Test(
        "registrations and selections have the bytes of the specification",
        arguments: [
            (MediaRegistration.player[0].bytes, [0, 0, 1, 2, 3], "name, playback, volume, bundle"),
            (MediaRegistration.player[1].bytes, [0, 0, 1, 2], "without the undocumented one"),
            (MediaRegistration.player[2].bytes, [0, 1, 2], "playback and volume"),
            (MediaRegistration.queue.bytes, [1, 0, 1, 2, 3], "index, count, shuffle, repeat"),
            (MediaRegistration.track.bytes, [2, 0, 1, 2, 3], "artist, album, title, duration"),
            (MediaAttribute.title.bytes, [2, 2], "title"),
            (MediaAttribute.bundleIdentifier.bytes, [0, 3], "bundle identifier"),
            (MediaAttribute.repeatMode.bytes, [1, 3], "repeat mode"),
        ] as [([UInt8], [UInt8], String)])
    func bytes(bytes: [UInt8], expected: [UInt8], why: String) {
        expect(bytes, is: expected, "\(why)")
    }

    @Test func `an update is read as it was sent`() throws {
        let bytes: [UInt8] = [
            0x02,  // track
            0x02,  // title
            0x01,  // truncated
            0x5A, 0x6F, 0xC3,  // "Zo" and the first byte of "ë"
        ]
        let update = try EntityUpdate(parsing: bytes)
        expect(update.attribute, is: .title)
        expect(update.flags, is: .truncated)
        expect(update.value, is: [0x5A, 0x6F, 0xC3], "bytes stay as they came")
    }

    @Test func `an update cut at every length is read or refused`() throws {
        let bytes: [UInt8] = [0, 1, 0] + Array("1,1.0,12.5".utf8)
        for length in 0...bytes.count {
            let part = Array(bytes.prefix(length))
            guard length >= 3 else {
                #expect(throws: EntityUpdateError.tooShort(length)) {
                    try EntityUpdate(parsing: part)
                }
                continue
            }
            let update = try EntityUpdate(parsing: part)
            expect(update.attribute, is: .playbackInfo, "\(length)")
            expect(update.value, is: Array(bytes[3..<length]), "\(length)")
        }
    }

    @Test func `every entity, attribute and flag survives, known or not`() throws {
        for number in UInt8.min...UInt8.max {
            let update = try EntityUpdate(parsing: [number, number, number, number])
            expect(update.attribute.entity.rawValue, is: number)
            expect(update.attribute.number, is: number)
            expect(update.flags.rawValue, is: number)
            expect(update.attribute.isKnown, is: number <= 2, "\(number)")
            let other = MediaAttribute(.player, number)
            expect(other.isKnown, is: number <= 3, "attribute \(number) of the player")
        }
    }

    @Test(
        "errors are told apart",
        arguments: [
            (.invalidHandle, true, false), (.attributeNotFound, true, false),
            (.insufficientAuthentication, false, true), (.insufficientAuthorization, false, true),
            (.insufficientEncryption, false, true), (.encryptionKeySizeTooShort, false, true),
            (.unlikelyError, false, false), (.invalidState, false, false),
            (.invalidCommand, false, false), (.absentAttribute, false, false),
        ] as [(MediaError, Bool, Bool)])
    func error(error: MediaError, isMissing: Bool, isAboutSecurity: Bool) {
        expect(error.isAboutMissingAttribute, is: isMissing)
        expect(error.isAboutSecurity, is: isAboutSecurity)
    }

    @Test func `errors have their codes`() {
        let errors: [MediaError] = [
            .invalidHandle, .insufficientAuthentication, .insufficientAuthorization,
            .attributeNotFound, .encryptionKeySizeTooShort, .unlikelyError,
            .insufficientEncryption, .invalidState, .invalidCommand, .absentAttribute,
        ]
        expect(
            errors.map(\.rawValue),
            is: [0x01, 0x05, 0x08, 0x0A, 0x0C, 0x0E, 0x0F, 0xA0, 0xA1, 0xA2])
    }

    @Test func `entities, attributes, states and modes have their numbers`() {
        for (entity, attributes) in [
            [.playerName, .playbackInfo, .volume, .bundleIdentifier],
            [.queueIndex, .queueCount, .shuffleMode, .repeatMode],
            [.artist, .album, .title, .duration],
        ].enumerated() as EnumeratedSequence<[[MediaAttribute]]> {
            for (number, attribute) in attributes.enumerated() {
                expect(attribute.bytes, is: [UInt8(entity), UInt8(number)])
            }
        }
        let states: [PlaybackState] = [.paused, .playing, .rewinding, .fastForwarding]
        expect(states.map(\.rawValue), is: [0, 1, 2, 3])
        let modes: [MediaMode] = [.off, .one, .all]
        expect(modes.map(\.rawValue), is: [0, 1, 2])
    }
}
