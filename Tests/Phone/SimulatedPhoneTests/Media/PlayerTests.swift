import Expecting
import Testing

@testable import SimulatedPhone

/// The player by itself, as it is used and as time passes.
struct PlayerTests {
    private typealias Player = SimulatedPlayer

    private static func player(
        _ state: SimulatedPlayer.State = .playing, index: Int = 0, elapsed: Double = 10,
        repeats mode: SimulatedPlayer.Mode = .off, tracks: Int = 3
    ) -> SimulatedPlayer {
        var player = Player(at: .zero)
        player.load(
            (0..<tracks).map { Player.Track(title: [UInt8($0)], duration: .seconds(200)) },
            at: .zero)
        player.start(index, at: .zero)
        player.repetition = mode
        player.change(to: state, at: .zero)
        player.seek(to: .seconds(elapsed), at: .zero)
        return player
    }

    private static func text(_ player: SimulatedPlayer, at time: Duration) -> String {
        let playback = String(
            decoding: player.value(of: .playback, at: time), as: UTF8.self)
        return "\(player.index) \(playback)"
    }

    typealias Case = (
        SimulatedPlayer.State, index: Int, elapsed: Double, SimulatedPlayer.Mode,
        SimulatedPlayer.Command, String, String
    )

    static let cases: [Case] = [
        (.paused, 0, 10, .off, .play, "0 1,1.0,10.000", "play"),
        (.playing, 0, 10, .off, .play, "0 1,1.0,12.000", "it plays already"),
        (.rewinding, 0, 10, .off, .play, "0 1,1.0,2.000", "seeking ends"),
        (.playing, 0, 10, .off, .pause, "0 0,0.0,12.000", "pause"),
        (.playing, 0, 10, .off, .toggle, "0 0,0.0,12.000", "what plays is paused"),
        (.paused, 0, 10, .off, .toggle, "0 1,1.0,10.000", "what is paused plays"),
        (.playing, 0, 10, .off, .next, "1 1,1.0,0.000", "the next"),
        (.paused, 0, 10, .off, .next, "1 0,0.0,0.000", "the next, which is paused, too"),
        (.playing, 2, 10, .off, .next, "0 0,0.0,0.000", "behind the last"),
        (.playing, 2, 10, .all, .next, "0 1,1.0,0.000", "behind the last, and it repeats"),
        (.playing, 1, 10, .one, .next, "2 1,1.0,0.000", "one that repeats can be left"),
        (.playing, 1, 1.001, .off, .previous, "1 1,1.0,0.000", "after more than 3 s again"),
        (.playing, 1, 1, .off, .previous, "0 1,1.0,0.000", "the one before"),
        (.playing, 0, 0, .off, .previous, "0 1,1.0,0.000", "there is none before"),
        (.playing, 0, 0, .all, .previous, "2 1,1.0,0.000", "before the first is the last"),
        (.playing, 0, 10, .off, .skipForward, "0 1,1.0,27.000", "15 s on"),
        (.playing, 0, 183, .off, .skipForward, "1 1,1.0,0.000", "over the end"),
        (.playing, 0, 183, .one, .skipForward, "0 1,1.0,0.000", "over the end of one that repeats"),
        (.paused, 0, 10, .off, .skipBackward, "0 0,0.0,0.000", "15 s back, at most to the start"),
        (.paused, 0, 20.5, .off, .skipBackward, "0 0,0.0,5.500", "15 s back"),
        (.playing, 0, 10, .off, .like, "0 1,1.0,12.000", "nothing that can be seen"),
        (.playing, 0, 10, .off, .dislike, "0 1,1.0,12.000", "nothing that can be seen"),
        (.playing, 0, 10, .off, .bookmark, "0 1,1.0,12.000", "nothing that can be seen"),
    ]

    @Test(arguments: cases)
    func `a command of two seconds later does what it says`(_ it: Case) {
        var player = Self.player(it.0, index: it.index, elapsed: it.elapsed, repeats: it.3)
        player.advance(to: .seconds(2))
        player.perform(it.4, at: .seconds(2))
        expect(Self.text(player, at: .seconds(2)), is: it.5, "\(it.6)")
    }

    @Test func `volume goes by sixteenths from silence to all of it`() {
        var player = Self.player()
        var values: [String] = []
        for command in [Player.Command.louder, .softer, .softer] {
            player.perform(command, at: .zero)
            values.append(String(decoding: player.value(of: .volume, at: .zero), as: UTF8.self))
        }
        expect(values, is: ["0.5625", "0.5", "0.4375"])
        for _ in 0..<20 { player.perform(.louder, at: .zero) }
        expect(player.value(of: .volume, at: .zero), is: Array("1.0".utf8))
        for _ in 0..<20 { player.perform(.softer, at: .zero) }
        expect(player.value(of: .volume, at: .zero), is: Array("0.0".utf8))
    }

    @Test func `modes go round in the order of the button`() {
        var player = Self.player()
        var modes: [SimulatedPlayer.Mode] = []
        for _ in 0..<3 {
            player.perform(.advanceRepeat, at: .zero)
            player.perform(.advanceShuffle, at: .zero)
            modes.append(player.repetition)
            expect(player.shuffle, is: player.repetition)
        }
        expect(modes, is: [.all, .one, .off])
    }

    @Test(arguments: [
        (SimulatedPlayer.Mode.off, 189.9, "0 1,1.0,199.900", "just before the end"),
        (.off, 190, "1 1,1.0,0.000", "the end"), (.off, 192.5, "1 1,1.0,2.500", "later"),
        (.off, 589, "2 1,1.0,199.000", "the last"), (.off, 590, "0 0,0.0,0.000", "all are over"),
        (.off, 86_400, "0 0,0.0,0.000", "long ago"), (.one, 195, "0 1,1.0,5.000", "one again"),
        (.one, 405, "0 1,1.0,15.000", "and again"), (.all, 595, "0 1,1.0,5.000", "all again"),
    ])
    func `a track ends with its time, and the next one begins`(
        mode: SimulatedPlayer.Mode, time: Double, expected: String, why: String
    ) {
        var player = Self.player(repeats: mode)
        player.advance(to: .seconds(time))
        expect(Self.text(player, at: .seconds(time)), is: expected, "\(why)")
    }

    @Test func `a queue that is not watched for years costs little`() {
        var player = Self.player(repeats: .all)
        player.advance(to: .seconds(400_000_000))
        #expect(player.trackEnd.map { $0 > .seconds(400_000_000) } == true)
        expect(player.state, is: .playing)
    }

    @Test(arguments: [
        (SimulatedPlayer.State.playing, 1.5, "0 1,1.5,13.000"),
        (.playing, 0.0001, "0 1,0.0001,10.000"), (.playing, 0, "0 1,0.0,10.000"),
        (.playing, -16, "0 1,-16.0,0.000"), (.playing, 0.25, "0 1,0.25,10.500"),
        (.paused, 1.5, "0 0,0.0,10.000"), (.rewinding, 1.5, "0 2,-4.0,2.000"),
        (.fastForwarding, 1.5, "0 3,4.0,18.000"),
    ])
    func `the position moves with the speed`(
        state: SimulatedPlayer.State, rate: Double, expected: String
    ) {
        var player = Self.player()
        player.change(to: state, rate: rate, at: .zero)
        player.advance(to: .seconds(2))
        expect(Self.text(player, at: .seconds(2)), is: expected)
    }

    @Test func `a player without tracks has a state, and goes nowhere`() {
        var player = Self.player(tracks: 0)
        for command in Player.Command.allCases { player.perform(command, at: .zero) }
        expect([player.index, player.queue.count], is: [0, 0])
        for attribute in [Player.Attribute.title, .artist, .album, .duration] {
            expect(player.value(of: attribute, at: .zero), is: [])
        }
        expect(player.value(of: .count, at: .zero), is: Array("0".utf8))
        expect(player.trackEnd, is: nil)
    }

    @Test func `a track of unknown length does not end`() {
        var player = Self.player()
        player.load([.init(title: [1])], at: .zero)
        player.advance(to: .seconds(80_000))
        expect(Self.text(player, at: .seconds(80_000)), is: "0 1,1.0,80000.000")
        player.perform(.skipForward, at: .seconds(80_000))
        expect(Self.text(player, at: .seconds(80_000)), is: "0 1,1.0,80015.000")
    }

    @Test func `whatever is done to a player, its values are sound`() {
        var random = SeededRandom(seed: 5)
        var player = Self.player()
        var time = Duration.zero
        let states: [SimulatedPlayer.State] = [.paused, .playing, .rewinding, .fastForwarding]
        for _ in 0..<50_000 {
            time += .milliseconds(Int.random(in: 0...90_000, using: &random))
            player.advance(to: time)
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                let rate = Double.random(in: -16...16, using: &random)
                player.change(to: states[Int(random.next() % 4)], rate: rate, at: time)
            case 1: player.seek(to: .seconds(Int.random(in: 0...400, using: &random)), at: time)
            case 2: player.start(Int.random(in: 0...5, using: &random), at: time)
            default:
                let commands = Player.Command.allCases
                player.perform(commands[Int(random.next() % UInt64(commands.count))], at: time)
            }
            player.advance(to: time)
            #expect(player.queue.indices.contains(player.index))
            #expect((0...1).contains(player.volume))
            #expect(player.elapsed(at: time) >= .zero)
            #expect(player.trackEnd.map { $0 > time } != false)
        }
    }
}
