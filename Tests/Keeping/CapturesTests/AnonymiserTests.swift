import AMS
import ANCS
import Expecting
import Features
import LinkSupport
import Radio
import Support
import Testing

@testable import Captures

struct AnonymiserTests {
    private static func mask(_ seed: UInt64 = 1) -> TextMask {
        var random = RepeatableRandom(seed: seed)
        return TextMask(random: &random)
    }

    /// Words with vowels, in many alphabets.
    private static let words = [
        "dinner", "Zoë", "Müller", "code", "12345", "привет", "日本語", "안녕하세요", "🎉🎂🥳", "שלום",
        "नमस्ते", "ΚΑΛΗΜΕΡΑ", "eee", "AAA", "ǅ", "٣٤٥",
    ]

    @Test func `no word survives, and the form does`() {
        for seed in 0..<400 as Range<UInt64> {
            var random = RepeatableRandom(seed: seed)
            let count = Int.random(in: 1...6, using: &random)
            let chosen = (0..<count).map { _ in
                Self.words[Int.random(in: 0..<Self.words.count, using: &random)]
            }
            let text = chosen.joined(separator: ", ")
            let masked = Self.mask(seed).masked(Array(text.utf8))
            expect(masked.count, is: text.utf8.count)
            let result = String(validating: masked, as: UTF8.self) ?? ""
            for word in chosen where word.unicodeScalars.count >= 3 {
                #expect(!result.contains(word), "seed \(seed): \(word)")
            }
            let pairs = zip(text.unicodeScalars, result.unicodeScalars)
            expect(text.unicodeScalars.count, is: result.unicodeScalars.count)
            for (old, new) in pairs {
                expect(String(old).utf8.count, is: String(new).utf8.count)
                expect(old.properties.isAlphabetic, is: new.properties.isAlphabetic)
            }
            expect(Self.mask(seed).masked(Array(text.utf8)), is: masked)
        }
    }

    @Test func `invalid bytes stay where they are`() {
        let bytes: [UInt8] = [0x61, 0xFF, 0x62, 0xE6, 0x97]
        let masked = Self.mask().masked(bytes)
        #expect(masked.count == 5 && masked[1] == 0xFF && masked[3...] == [0xE6, 0x97])
        #expect(masked[0] != 0x61 && masked[2] != 0x62)
    }

    private static let uid = NotificationUID(rawValue: 3)
    private static let request = Request.notificationAttributes(uid, maximumTextLength: 512)
    private static let answer: [UInt8] =
        [0, 3, 0, 0, 0] + CaptureBuilder.tuple(0, "org.example.chat")
        + CaptureBuilder.tuple(1, "Zoë Müller") + CaptureBuilder.tuple(2, "")
        + CaptureBuilder.tuple(3, "dinner at eight?") + CaptureBuilder.tuple(4, "16")
        + CaptureBuilder.tuple(5, "20260401T181928") + CaptureBuilder.tuple(6, "Answer")
        + CaptureBuilder.tuple(7, "Clear")

    private static func recorded(_ happenings: [Happening]) -> [RecordedEvent] {
        var anonymiser = Anonymiser(mask())
        var events: [RecordedEvent] = []
        for (index, happening) in happenings.enumerated() {
            events += anonymiser.take(
                RecordedEvent(
                    time: .milliseconds(index), phone: 1, name: index == 0 ? "Anna's phone" : nil,
                    happening: happening))
        }
        return events + anonymiser.finish()
    }

    private static func data(_ events: [RecordedEvent]) -> [[UInt8]] {
        events.compactMap {
            guard case .tells(.value(Characteristic.dataSource.id, let value)) = $0.happening
            else { return nil }
            return value
        }
    }

    @Test func `an answer keeps its fragments, wherever it is split`() throws {
        for split in 1..<Self.answer.count {
            let pieces = [Array(Self.answer[..<split]), Array(Self.answer[split...])]
            let events = Self.recorded(
                [.linked, .write(Self.request.bytes), .written(nil)]
                    + pieces.map { .value(.dataSource, $0) })
            let masked = Self.data(events)
            expect(masked.map(\.count), is: pieces.map(\.count))
            var accumulator = try #require(AnswerAccumulator(answering: Self.request))
            let progress = masked.map { accumulator.append($0) }
            expect(progress.last, is: .complete, "split at \(split)")
            let attributes = accumulator.attributes
            expect(attributes[.title]?.count, is: "Zoë Müller".utf8.count)
            expect(attributes[.date], is: Array("20260401T181928".utf8))
            expect(attributes[.messageSize], is: Array("16".utf8))
            let text = String(decoding: masked.joined(), as: UTF8.self)
            for word in ["org", "example", "chat", "Zoë", "Müller", "dinner", "eight", "Answer"] {
                #expect(!text.contains(word), "\(word)")
            }
            expect(events[0].name?.contains("Anna"), is: false)
        }
    }

    @Test func `an answer that breaks off is masked as far as it came`() {
        for length in 1..<Self.answer.count {
            let events = Self.recorded([
                .write(Self.request.bytes), .value(.dataSource, Array(Self.answer[..<length])),
                .unlinked,
            ])
            let masked = Self.data(events)
            expect(masked.map(\.count), is: [length])
            let text = String(decoding: masked.joined(), as: UTF8.self)
            for word in ["example", "chat", "Müller", "dinner", "eight"] {
                #expect(!text.contains(word), "cut at \(length)")
            }
        }
    }

    @Test(
        "apps of Apple stay, others are replaced the same way everywhere",
        arguments: [("com.apple.MobileSMS", true), ("org.example.chat", false)])
    func apps(identifier: String, stays: Bool) throws {
        let bytes = Array(identifier.utf8)
        let name = CaptureBuilder.tuple(0, "Messages")
        let events = Self.recorded([
            .write(Request.appName(appIdentifier: bytes).bytes), .written(nil),
            .value(.dataSource, [1] + bytes + [0] + name),
        ])
        guard case .asks(.write(let request, _)) = events[0].happening else {
            Issue.record("the request is gone")
            return
        }
        let masked = Array(request.dropFirst().prefix { $0 != 0 })
        expect((masked == bytes), is: stays)
        let answer = try #require(Self.data(events).first)
        #expect(answer.starts(with: [1] + masked + [0]))
        expect((answer.suffix(name.count) == name[...]), is: stays)
    }

    @Test func `what cannot be taken apart keeps only its length`() {
        let events = Self.recorded([
            .value(.dataSource, Array("secret words".utf8)), .write(Array("secret".utf8)),
            .value(.notificationSource, Array("not eight bytes".utf8)),
        ])
        for event in events {
            switch event.happening {
            case .tells(.value(_, let bytes)), .asks(.write(let bytes, _)):
                #expect(bytes.allSatisfy { $0 == 0xFF })
            default: Issue.record("something else came out")
            }
        }
        expect(events.count, is: 3)
    }

    @Test func `what names nobody is kept, and the titles of a player are not`() {
        let (update, whole) = (
            MediaCharacteristic.entityUpdate, MediaCharacteristic.entityAttribute
        )
        let title = Array("Gymnopédie".utf8)
        let kept: [Happening] = [
            .tells(.value(BatteryFeature.level, [83])),
            .tells(.read(DeviceFeature.model, .success(Array("iPhone14,5".utf8)))),
            .tells(.read(ClockFeature.zone, .success([0x04, 0x04]))),
            .asks(.write([0, 0, 1, 2, 3], update.id)),
            .asks(.write([2], MediaCharacteristic.remoteCommand.id)),
            .tells(.value(MediaCharacteristic.remoteCommand.id, [0, 1, 2])),
            .tells(.value(update.id, [0, 1, 0] + Array("1,1.0,12.5".utf8))),
            .tells(.value(update.id, [0, 3, 0] + Array("com.apple.Music".utf8))),
        ]
        let masked: [Happening] = [
            .tells(.value(update.id, [2, 2, 0] + title)),
            .tells(.read(whole.id, .success(title))),
            .tells(.value(update.id, [0, 3, 0] + Array("org.example.radio".utf8))),
            .tells(.value(update.id, [0, 2, 0] + title)),
            .tells(.value(update.id, [9, 9, 0] + title)),
            .tells(.value(update.id, title)), .asks(.write(title, whole.id)),
        ]
        let events = Self.recorded(kept + masked).map(\.happening)
        expect(Array(events.prefix(kept.count)), is: kept)
        for (event, original) in zip(events.dropFirst(kept.count), masked) {
            let (value, before) = (event.value ?? [], original.value ?? [])
            expect(value.count, is: before.count)
            #expect(value != before, "\(original)")
            let text = String(decoding: value, as: UTF8.self)
            #expect(!text.contains("Gym") && !text.contains("radio"), "\(text)")
        }
    }

    @Test func `what other services tell keeps only its length, wherever it comes`() {
        let secret = Array("secret".utf8)
        let level = CharacteristicID(short: 0x2A37, of: ServiceID(short: 0x180D))
        let others: [Happening] = [
            .asks(.write(secret, level)), .tells(.value(level, secret)),
            .tells(.read(level, .success(secret))),
        ]
        let errors: [Happening] = [
            .asks(.read(level)), .tells(.read(level, .failure(.unlikelyError))),
            .tells(.written(level, .unlikelyError)), .tells(.vanished(level.service)),
        ]
        for split in 1..<Self.answer.count {
            let events = Self.recorded(
                [.write(Self.request.bytes), .value(.dataSource, Array(Self.answer[..<split]))]
                    + others + errors + [.value(.dataSource, Array(Self.answer[split...]))])
            let other = events.map(\.happening).filter { $0.service == level.service }
            expect(
                other.compactMap(\.value),
                is: Array(repeating: Array(repeating: 0xFF, count: 6), count: 3))
            expect(Array(other.suffix(4)), is: errors)
            // The answer around it is taken apart as ever.
            expect(Self.data(events).joined().contains(Self.answer[5]), is: true)
            expect(Self.data(events).allSatisfy { !$0.allSatisfy { $0 == 0xFF } }, is: true)
        }
    }

    @Test func `anything in any order keeps number, order and lengths`() {
        for seed in 0..<300 as Range<UInt64> {
            var random = RepeatableRandom(seed: seed)
            var anonymiser = Anonymiser(Self.mask(seed))
            var given: [RecordedEvent] = []
            var got: [RecordedEvent] = []
            for index in 0..<80 {
                let length = Int.random(in: 0...Self.answer.count, using: &random)
                let start = Int.random(in: 0...2, using: &random) == 0 ? length : 0
                let happening: Happening =
                    switch Int.random(in: 0..<7, using: &random) {
                    case 0: .write(Self.request.bytes)
                    case 1: .written(Bool.random(using: &random) ? nil : .invalidParameter)
                    case 2: .unlinked
                    case 6: .tells(.value(BatteryFeature.level, Array(Self.answer[start...])))
                    case 3: .value(.notificationSource, [0, 0, 4, 1, 3, 0, 0, 0])
                    default: .value(.dataSource, Array(Self.answer[start...]))
                    }
                let event = RecordedEvent(
                    time: .milliseconds(index), phone: Int.random(in: 1...3, using: &random),
                    happening: happening)
                given.append(event)
                got += anonymiser.take(event)
            }
            got += anonymiser.finish()
            expect(got.map(\.time), is: given.map(\.time), "seed \(seed)")
            expect(got.map(\.phone), is: given.map(\.phone))
            expect(got.map(\.happening.length), is: given.map(\.happening.length))
        }
    }
}

extension Happening {
    fileprivate var length: Int {
        value?.count ?? 0
    }
}
