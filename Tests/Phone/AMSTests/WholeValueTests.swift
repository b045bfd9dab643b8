import Expecting
import Testing

@testable import AMS

/// Values that do not fit the link: their begin is used at once, and the whole is read.
struct WholeValueTests {
    private static let selection = "write 2 2 to entityAttribute"
    private static let reading = "read entityAttribute"

    private static func title(_ phone: TestPlayer) -> String? {
        phone.session.state.title.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `a cut title is shown, and then read as a whole`() {
        var phone = TestPlayer.registered()
        phone.update(.title, "Concierto de Ara", isCut: true)
        expect(Self.title(phone), is: "Concierto de Ara")
        expect(phone.requests, is: [Self.selection])
        phone.accept()
        expect(phone.requests, is: [Self.selection, Self.reading])
        phone.accept("Concierto de Aranjuez (Adagio)")
        expect(Self.title(phone), is: "Concierto de Aranjuez (Adagio)")
        phone.wait(.seconds(1))
        expect(phone.takeReports(), is: ["Concierto de Aranjuez (Adagio) - -"])
        expect(phone.session.nextDeadline, is: nil)
    }

    @Test func `a whole value has 512 bytes at most`() {
        var phone = TestPlayer.registered()
        phone.update(.title, "Begin", isCut: true)
        phone.accept()
        phone.accept(String(repeating: "x", count: 5000))
        expect(phone.session.state.title?.count, is: 512)
    }

    @Test func `several values are read one after the other, in their order`() {
        var phone = TestPlayer.registered()
        for attribute in [MediaAttribute.title, .artist, .album] {
            phone.update(attribute, "Begin", isCut: true)
        }
        for value in ["1", "2", "3"] {
            phone.accept()
            phone.accept(value)
        }
        expect(
            phone.requests,
            is: [
                "write 2 2 to entityAttribute", Self.reading, "write 2 0 to entityAttribute",
                Self.reading, "write 2 1 to entityAttribute", Self.reading,
            ])
        expect(phone.session.state.title, is: [0x31])
        expect(phone.session.state.artist, is: [0x32])
        expect(phone.session.state.album, is: [0x33])
    }

    @Test func `a value that was updated meanwhile is not replaced by an older one`() {
        var phone = TestPlayer.registered()
        phone.update(.title, "First", isCut: true)
        phone.accept()
        phone.update(.title, "Second")
        phone.accept("First and older")
        expect(Self.title(phone), is: "Second", "updated before the value was read")
        phone.requests = []
        phone.update(.title, "Third", isCut: true)
        phone.update(.title, "Fourth")
        phone.accept()
        expect(phone.requests, is: [Self.selection], "not read: it is known by now")
        expect(Self.title(phone), is: "Fourth")
        phone.requests = []
        phone.update(.title, "Fifth", isCut: true)
        phone.accept()
        phone.update(.title, "Sixth", isCut: true)
        phone.accept("Fifth and older")
        expect(Self.title(phone), is: "Sixth")
        phone.accept()
        phone.accept("Sixth and whole")
        expect(Self.title(phone), is: "Sixth and whole")
        expect(
            phone.requests, is: [Self.selection, Self.reading, Self.selection, Self.reading])
    }

    @Test(
        "an absent value is empty",
        arguments: [(0, "selecting it"), (1, "reading it")])
    func absent(accepted: Int, why: String) {
        var phone = TestPlayer.registered()
        phone.update(.title, "Begin", isCut: true)
        for _ in 0..<accepted { phone.accept() }
        phone.refuse(.absentAttribute)
        expect(phone.session.state.title, is: nil, "\(why)")
        expect(phone.open, is: nil, "\(why)")
        expect(phone.session.nextDeadline, is: nil, "\(why)")
    }

    @Test(
        "after two refusals the cut value stays",
        arguments: [
            MediaError.invalidState, .invalidCommand, .unlikelyError, .insufficientEncryption,
        ])
    func refused(error: MediaError) {
        for accepted in 0...1 {
            var phone = TestPlayer.registered()
            phone.update(.title, "Begin", isCut: true)
            for _ in 0..<2 {
                for _ in 0..<accepted { phone.accept() }
                phone.refuse(error)
            }
            expect(phone.open, is: nil)
            expect(Self.title(phone), is: "Begin")
            phone.update(.title, "Other", isCut: true)
            expect(phone.requests.last, is: Self.selection, "the next update is read again")
        }
    }

    @Test func `a phone without Entity Attribute is not asked again until the service returns`() {
        for error in [MediaError.attributeNotFound, .invalidHandle] {
            var phone = TestPlayer.registered()
            phone.update(.title, "Begin", isCut: true)
            phone.update(.artist, "Begin", isCut: true)
            phone.refuse(error)
            phone.update(.album, "Begin", isCut: true)
            expect(phone.requests, is: [Self.selection])
            expect(Self.title(phone), is: "Begin")
            phone.end()
            phone.begin()
            phone.acceptAll()
            phone.requests = []
            phone.update(.title, "Begin", isCut: true)
            expect(phone.requests, is: [Self.selection])
        }
    }

    @Test func `a value that is not answered is given up, and its answer is never another's`() {
        for accepted in 0...1 {
            var phone = TestPlayer.registered()
            phone.update(.title, "Begin", isCut: true)
            for _ in 0..<accepted { phone.accept() }
            phone.requests = []
            phone.wait(.milliseconds(59_999))
            phone.open = nil
            phone.wait(.milliseconds(1))
            phone.update(.artist, "Begin", isCut: true)
            phone.take(
                phone.session.read(
                    from: .entityAttribute, .success(Array("Late".utf8)), at: phone.now))
            phone.take(phone.session.written(to: .entityAttribute, nil, at: phone.now))
            expect(phone.requests, is: [])
            expect(Self.title(phone), is: "Begin")
            phone.perform(.play)
            expect(phone.requests, is: ["write 0 to remoteCommand"], "all others are sent")
        }
    }

    @Test func `numbers that were cut are used as far as they are certain`() {
        var phone = TestPlayer.registered()
        phone.update(.playbackInfo, "1,1.0,123", isCut: true)
        expect(phone.session.state.playback, is: .playing)
        expect(phone.session.state.position, is: nil)
        phone.accept()
        phone.accept("1,1.0,1234.5")
        expect(phone.session.state.position(at: phone.now), is: .milliseconds(1_234_500))
        phone.update(.duration, "33", isCut: true)
        expect(phone.session.state.duration, is: nil)
        phone.update(.volume, "0.12345678901234", isCut: true)
        expect(phone.session.state.volume, is: 0.12345678901234)
    }

    @Test func `a character that was cut is kept as it came`() {
        var phone = TestPlayer.registered()
        phone.take(
            phone.session.received(
                [2, 2, 1, 0x5A, 0x6F, 0xC3], from: .entityUpdate, at: phone.now))
        expect(phone.session.state.title, is: [0x5A, 0x6F, 0xC3])
    }

    @Test func `values of unknown attributes are not read`() {
        var phone = TestPlayer.registered()
        for number in UInt8(4)...255 {
            phone.update(MediaAttribute(.track, number), "Begin", isCut: true)
            phone.update(MediaAttribute(MediaEntity(rawValue: number), 0), "Begin", isCut: true)
        }
        expect(phone.requests, is: [])
        expect(phone.session.state, is: MediaState())
    }

    @Test func `a flood of cut values keeps one request for each attribute`() {
        var phone = TestPlayer.registered()
        for number in 0..<1000 {
            phone.update(MediaAttribute(.track, UInt8(number % 4)), "Begin", isCut: true)
        }
        for _ in 0..<10 {
            phone.accept()
            if phone.open == .read(.entityAttribute) { phone.accept("1") }
            if phone.open == nil { break }
        }
        expect(phone.open, is: nil)
        #expect(phone.requests.count <= 9)
    }
}
