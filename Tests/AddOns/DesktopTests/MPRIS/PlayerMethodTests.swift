import DBus
import Expecting
import Notices
import Testing

@testable import Desktop

/// What calls of a player's methods send to its phone.
struct PlayerMethodTests {
    private typealias Effect = PlayerMethod.Effect

    private static let unsupported = BusErrorName.notSupported

    private static let rows:
        [(
            method: PlayerMethod, state: PlayedMedia.State?, offered: [MediaCommand],
            effect: Effect?
        )] = [
            (.next, .playing, [.next, .previous], .send(.next)),
            (.previous, .paused, [.next, .previous], .send(.previous)),
            (.next, .playing, [.skip, .back], .nothing),
            (.previous, .playing, [.skip, .back], .nothing),
            (.play, .paused, [.play, .pause, .toggle], .send(.play)),
            (.play, .playing, [.play, .pause, .toggle], .send(.play)),
            (.play, .paused, [.toggle], .send(.toggle)),
            (.play, .playing, [.toggle], .nothing),
            (.play, nil, [.toggle], .send(.toggle)),
            (.play, .paused, [.pause], .nothing),
            (.pause, .playing, [.play, .pause, .toggle], .send(.pause)),
            (.pause, .playing, [.toggle], .send(.toggle)),
            (.pause, .paused, [.toggle], .nothing),
            (.pause, .fastForwarding, [.toggle], .send(.toggle)),
            (.pause, .playing, [.play], .nothing),
            (.stop, .playing, [.pause], .send(.pause)),
            (.stop, .paused, [.toggle], .nothing),
            (.playPause, .playing, [.play, .pause, .toggle], .send(.toggle)),
            (.playPause, .playing, [.play, .pause], .send(.pause)),
            (.playPause, .paused, [.play, .pause], .send(.play)),
            (.playPause, .paused, [.pause], .nothing),
            // The specification wants an error here alone.
            (.playPause, .playing, [.play], nil),
            (.playPause, .playing, [], nil),
            (.seek, .playing, MediaCommand.allCases, .nothing),
            (.setPosition, .playing, MediaCommand.allCases, .nothing),
            (.openURI, .playing, MediaCommand.allCases, nil),
        ]

    @Test(arguments: rows.indices)
    func `a method sends the command that the player offers`(_ index: Int) {
        let (method, state, offered, wanted) = Self.rows[index]
        var media = SampleMedia.track(state: state)
        media.commands = offered
        let effect = method.effect(on: media, mayAct: true)
        if let wanted { return expect(effect, is: wanted, "\(method) \(offered)") }
        guard case .refuse(Self.unsupported, _) = effect else {
            return #expect(Bool(false), "\(method) \(offered): \(effect)")
        }
    }

    @Test(arguments: PlayerMethod.allCases)
    func `a user without the right to act sends nothing`(_ method: PlayerMethod) {
        switch method.effect(on: SampleMedia.track(), mayAct: false) {
        case .send(let command): #expect(Bool(false), "\(command)")
        case .nothing: expect([.seek, .setPosition].contains(method), "\(method)")
        case .refuse(let name, _):
            expect(name, is: method == .openURI ? Self.unsupported : BusErrorName.accessDenied)
        }
    }
}
