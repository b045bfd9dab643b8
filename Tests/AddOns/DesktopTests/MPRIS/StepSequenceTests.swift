import Expecting
import Notices
import Testing

@testable import Desktop

/// Steps by which a phone reaches a value that it cannot set.
struct StepSequenceTests {
    /// A phone whose volume or modes change by each step as that of an iPhone does.
    private struct SteppedPhone {
        var media = PlayedMedia()
        var modes: [PlayedMedia.Mode] = [.off, .one, .all]
        var sent: [MediaCommand] = []

        mutating func obey(_ command: MediaCommand) {
            sent.append(command)
            switch command {
            case .louder: media.volume = min((media.volume ?? 0) + StepGoal.volumeStep, 1)
            case .softer: media.volume = max((media.volume ?? 0) - StepGoal.volumeStep, 0)
            case .repeat: media.repeatMode = next(media.repeatMode)
            case .shuffle: media.shuffleMode = next(media.shuffleMode)
            default: break
            }
        }

        private func next(_ mode: PlayedMedia.Mode?) -> PlayedMedia.Mode? {
            let index = mode.flatMap(modes.firstIndex) ?? 0
            return modes[(index + 1) % modes.count]
        }

        /// Obeys a sequence to its end, with a report after each step.
        mutating func run(_ goal: StepGoal) {
            var steps = StepSequence(goal)
            while case .send(let command) = steps.next(media) {
                obey(command)
                steps.accept()
            }
        }
    }

    private static func media(volume: Double? = nil) -> PlayedMedia {
        var media = PlayedMedia()
        media.volume = volume
        media.commands = MediaCommand.allCases
        return media
    }

    static let volumes: [(from: Double?, to: Double, steps: Int, end: Double?, why: Comment)] = [
        (0.5, 0.75, 4, 0.75, "steps of a sixteenth"),
        (0.5, 0.25, -4, 0.25, "down"),
        (0.5, 0.6, 2, 0.625, "the nearest step"),
        (0.5, 0.52, 1, 0.5625, "a little louder is one step, not none"),
        (0.5, 0.48, -1, 0.4375, "and a little softer"),
        (0.5, 0.503, 0, 0.5, "the same, rounded by a client"),
        (0.9375, 1, 1, 1, "full volume is reached"),
        (0.02, 0, -1, 0, "and silence"),
        (1, 1, 0, 1, "nothing to do"),
        (nil, 0.5, 0, nil, "an unknown volume has no direction"),
    ]

    @Test(arguments: volumes.indices)
    func `the volume goes to the step next to the one that is wanted`(_ index: Int) {
        let (from, to, steps, end, why) = Self.volumes[index]
        var phone = SteppedPhone(media: Self.media(volume: from))
        phone.run(.volume(to))
        expect(phone.sent.count { $0 == .louder }, is: max(steps, 0), why)
        expect(phone.sent.count { $0 == .softer }, is: max(-steps, 0), why)
        expect(phone.media.volume, is: end, why)
    }

    static let modes:
        [(
            goal: StepGoal, modes: [PlayedMedia.Mode], from: PlayedMedia.Mode?, steps: Int,
            why: Comment
        )] = [
            (.loop(.none), [.off, .one, .all], .one, 2, "past the third mode"),
            (.loop(.track), [.off, .one, .all], .off, 1, "the next mode"),
            (.loop(.playlist), [.off, .one, .all], .all, 0, "it is there"),
            (.loop(.track), [.off, .all], .off, 2, "an app without the mode is as it was"),
            (.loop(.track), [.off, .one, .all], nil, 0, "an unknown mode cannot be followed"),
            (.shuffle(true), [.off, .all], .off, 1, "on"),
            (.shuffle(false), [.off, .one, .all], .one, 2, "off, past shuffled albums"),
            (.shuffle(true), [.off, .one, .all], .one, 0, "albums are shuffled as well"),
        ]

    @Test(arguments: modes.indices)
    func `modes are stepped through until the wanted one`(_ index: Int) {
        let (goal, modes, from, steps, why) = Self.modes[index]
        var phone = SteppedPhone(media: Self.media(), modes: modes)
        (phone.media.repeatMode, phone.media.shuffleMode) = (from, from)
        phone.run(goal)
        expect(phone.sent.count, is: steps, why)
    }

    @Test func `a step waits for the answer to the one before and for its effect`() {
        var phone = SteppedPhone(media: Self.media(volume: 0.5))
        var steps = StepSequence(.volume(1))
        expect(steps.next(phone.media), is: .send(.louder))
        expect(steps.next(phone.media), is: .wait, "not answered")
        phone.obey(.louder)
        expect(steps.next(phone.media), is: .wait, "the effect is there, the answer is not")
        steps.accept()
        expect(steps.next(phone.media), is: .send(.louder))
        steps.accept()
        phone.media.title = Text("Another")
        expect(steps.next(phone.media), is: .wait, "a report of something else")
        phone.media.volume = nil
        expect(steps.next(phone.media), is: .end, "a player without a volume")
    }

    @Test func `a new goal waits for the effect of the step that was sent`() {
        var phone = SteppedPhone(media: Self.media(volume: 0.5))
        var steps = StepSequence(.volume(0.6))
        expect(steps.next(phone.media), is: .send(.louder))
        for goal in [0.7, 0.8, 0.2] {
            steps.redirect(to: .volume(goal))
            expect(steps.next(phone.media), is: .wait, "a slider that moves sends no flood")
        }
        steps.accept()
        phone.obey(.louder)
        expect(steps.next(phone.media), is: .send(.softer), "the last goal counts")
    }

    @Test func `a command that is not offered, and a step too far, end the steps`() {
        var phone = SteppedPhone(media: Self.media(volume: 0.5))
        phone.media.commands = [.softer]
        phone.run(.volume(1))
        expect(phone.sent, is: [])
        phone.media.commands = MediaCommand.allCases
        var steps = StepSequence(.volume(0.53))
        expect(steps.next(phone.media), is: .send(.louder))
        steps.accept()
        phone.media.volume = 0.9
        expect(steps.next(phone.media), is: .end, "the step was larger than that of an iPhone")
    }

    @Test func `a volume that never arrives ends after some steps`() {
        var media = Self.media(volume: 0.5)
        var steps = StepSequence(.volume(0))
        var sent = 0
        // Each report differs, and comes no nearer.
        while case .send = steps.next(media) {
            sent += 1
            steps.accept()
            media.volume = sent.isMultiple(of: 2) ? 0.5 : 0.6
        }
        expect(sent, is: DesktopLimits.steps)
    }
}
