import Board
import Control
import ControlSupport
import Expecting
import Formats
import JSON
import Linux
import Notices
import Support
import Testing
import WebSupport

@testable import Wall

/// What phones play, on pages and for programs, and the keys of players.
struct WallPlayerTests {
    init() {
        LoopThread.start()
    }

    private static let theo = PhoneName("Theo's iPhone", id: PhoneID("5a0c93e2"))

    private static func media(_ title: String = "Quittance") -> PlayedMedia {
        var media = PlayedMedia()
        (media.player, media.state, media.rate) = (Text("Rhubarb FM"), .playing, 1)
        (media.title, media.artist, media.album) = (Text(title), Text("Medlar"), Text("Damsons"))
        (media.position, media.duration) = (.seconds(12), .seconds(187))
        media.volume = 0.25
        (media.shuffleMode, media.commands) = (.all, [.toggle, .next])
        return media
    }

    private static func news(
        _ media: PlayedMedia? = media(), _ phone: PhoneName = SampleNews.phone
    ) -> BridgeEvent { .media(media, phone, at: .now) }

    private static let texts = ["Rhubarb FM", "Quittance", "Medlar", "Damsons"]

    @LoopActor
    private static func board(_ bench: WallBench, _ secret: String) async throws -> JSONValue {
        let answer = try #require(await bench.get("/board?token=\(secret)"))
        return try JSONValue(parsing: Array(answer.text.utf8))
    }

    @LoopActor
    private static func hasPlayers(
        _ count: Int, _ bench: WallBench, _ secret: String
    ) async throws -> Bool {
        try await answersEventually { try await board(bench, secret).list("media").count == count }
    }

    @Test @LoopActor func `a board tells what plays as far as its detail allows`() async throws {
        let bench = try WallBench()
        #expect(await bench.isReady())
        let secrets = try BoardOptions.Detail.allCases.map { ($0, try bench.token($0)) }
        bench.bridge.publish(Self.news())
        for (detail, secret) in secrets {
            let count = detail == .counts ? 0 : 1
            #expect(try await Self.hasPlayers(count, bench, secret), "\(detail)")
            let player = try await Self.board(bench, secret).list("media").first
            for address in ["/board", "/"] {
                let text = try #require(await bench.get("\(address)?token=\(secret)")).text
                for word in Self.texts {
                    expect(text.contains(word), is: detail == .full, "\(detail) \(address) \(word)")
                }
                let volume = address == "/" ? "25 %" : "\"volume\":0.25"
                expect(text.contains(volume), is: detail != .counts, "\(detail) \(address)")
            }
            guard let player else { continue }
            expect(player.text("id"), is: "5a0c93e1")
            expect(player.text("phone"), is: "Mara's iPhone")
            expect(player.text("state"), is: "playing")
            expect(player.text("title"), is: detail == .full ? "Quittance" : nil)
            expect(player.list("commands").count, is: 2)
            expect(player.text("shuffle"), is: "all")
        }
        bench.stop()
    }

    @Test @LoopActor
    func `a stream tells each change of a player, and nothing where nothing changed`() async throws
    {
        let bench = try WallBench()
        let secret = try bench.token()
        #expect(await bench.isReady())
        let page = try bench.watch("/events?of=page&token=\(secret)")
        let stream = try bench.watch("/events?of=board&token=\(secret)")
        #expect(await page.has(1))
        #expect(await stream.has(1))
        var media = Self.media()
        var steps: [(what: String, media: PlayedMedia?)] = [("it begins", media)]
        media.position = .seconds(90)
        steps.append(("a jump", media))
        media.volume = 0.5
        steps.append(("the volume", media))
        media.commands = [.play]
        steps.append(("other keys", media))
        steps.append(("it ends", nil))
        for (number, (what, media)) in steps.enumerated() {
            bench.bridge.publish(Self.news(media))
            #expect(await page.has(number + 2), "\(what)")
            #expect(await stream.has(number + 2), "\(what)")
            let part = page.events.last?.data ?? ""
            #expect(part.contains("id=\\\"media\\\""), "\(what): \(part)")
            expect(part.contains("Quittance"), is: media != nil, "\(what)")
        }
        // What changes nothing is followed by what does.
        bench.bridge.publish(Self.news(nil))
        bench.bridge.publish(.phone(.notShared, SampleNews.phone, at: .now))
        #expect(await eventually { page.events.last?.data.contains("not shared") == true })
        expect(page.events.count, is: steps.count + 2)
        bench.stop()
    }

    @Test @LoopActor func `nothing plays on where the bridge is gone, or the phone`() async throws {
        let bench = try WallBench()
        let secret = try bench.token()
        #expect(await bench.isReady())
        bench.bridge.publish(.phone(.ready, Self.theo, at: .now))
        bench.bridge.publish(Self.news())
        bench.bridge.publish(Self.news(Self.media("Treacle"), Self.theo))
        #expect(try await Self.hasPlayers(2, bench, secret))
        bench.bridge.publish(.phone(.disconnected, SampleNews.phone, at: .now))
        #expect(try await Self.hasPlayers(1, bench, secret))
        let left = try await Self.board(bench, secret).list("media").first
        expect(left?.text("title"), is: "Treacle")
        bench.bridge.vanish()
        #expect(try await Self.hasPlayers(0, bench, secret))
        bench.stop()
    }

    /// What the wall answers to a key.
    @LoopActor
    private static func press(
        _ act: String, _ token: String, _ bench: WallBench
    ) async throws -> String {
        let answer = try #require(
            await bench.post(
                "{\"act\":\"\(act)\",\"phone\":\"5a0c93e1\"}", ["Authorization: Bearer \(token)"]))
        return "\(answer.status) \(answer.text)"
    }

    @Test @LoopActor
    func `keys reach the bridge by a token that may act, and refusals are said`() async throws {
        let bench = try WallBench()
        let (actor, looker) = (try bench.token(mayAct: true), try bench.token())
        #expect(await bench.isReady())
        try await expect(
            Self.press("next", looker, bench),
            is: "403 {\"ok\":false,\"words\":\"this token is read-only\"}\n")
        #expect(try await Self.press("next", "nobody-0123456789", bench).hasPrefix("401"))
        #expect(try await Self.press("dance", actor, bench).hasPrefix("400"))
        expect(bench.bridge.mediaCommands.count, is: 0)
        try await expect(Self.press("next", actor, bench), is: "200 {\"ok\":true}\n")
        let sent = bench.bridge.mediaCommands
        expect(sent.map(\.command), is: [.next])
        expect(sent.map(\.phone), is: ["5a0c93e1"])
        for (refusal, words) in [
            (ControlRefusal(.notFound, "no connected phone has it"), "the phone plays nothing now"),
            (ControlRefusal(.failed, "the player is deaf"), "the player is deaf"),
        ] {
            bench.bridge.refusal = refusal
            try await expect(
                Self.press("pause", actor, bench), is: "409 {\"ok\":false,\"words\":\"\(words)\"}\n"
            )
        }
        bench.stop()
    }

    @Test(
        arguments: [(.full, texts), (.names, []), (.counts, nil)]
            as [(BoardOptions.Detail, [String]?)])
    func `events tell what plays as far as the detail allows`(
        _ detail: BoardOptions.Detail, _ expected: [String]?
    ) {
        let news = Self.news().reduced(to: detail)
        expect(news == nil, is: expected == nil)
        guard let news, let expected else { return }
        let text = String(
            decoding: JSONFormat(showsSource: false).object(for: news), as: UTF8.self)
        expect(Self.texts.filter { text.contains($0) }, is: expected)
        #expect(text.contains("playing"), "\(text)")
    }

    private static let positions: [(rate: Double, after: Duration, expected: Double, why: String)] =
        [
            (1, .zero, 12, "as reported"), (1, .milliseconds(2_550), 14.5, "it runs"),
            (0, .seconds(60), 12, "it is paused"), (1.5, .seconds(10), 27, "it is faster"),
            (-2, .seconds(3), 6, "it goes back"), (-2, .seconds(60), 0, "to the beginning"),
            (1, .seconds(86_400), 187, "to the end"), (1, .seconds(-5), 12, "of the future"),
        ]

    @Test func `a position runs on by its rate, within the track`() {
        for (rate, time, expected, why) in Self.positions {
            var media = Self.media()
            media.rate = rate
            let player = WallPicture.Player(
                id: "a", phone: "a", media: media, reported: .seconds(100))
            expect(player.seconds(at: .seconds(100) + time), is: expected, "\(why)")
        }
    }

    @Test func `a player of which nothing is known has no row`() {
        for (state, title, count) in [
            (PlayedMedia.State.paused, nil, 1), (nil, "One", 1), (nil, nil, 0),
        ] as [(PlayedMedia.State?, String?, Int)] {
            var board = DayBoard()
            var media = PlayedMedia()
            (media.state, media.title) = (state, title.map { Text($0) })
            _ = board.take(SampleNews.ready(), at: .zero)
            _ = board.take(Self.news(media), at: .zero)
            let picture = WallPicture(board, link: .here, isNight: false, at: .now)
            expect(picture.players.count, is: count, "\(String(describing: state))")
        }
    }
}
