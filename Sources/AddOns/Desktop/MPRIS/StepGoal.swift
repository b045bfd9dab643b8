import DBus
import Notices

/// Value of a property that a phone can only reach by single steps.
enum StepGoal: Hashable, Sendable {
    /// Volume from 0 to 1.
    case volume(Double)
    case loop(LoopStatus)
    case shuffle(Bool)

    /// Properties that have such values.
    static let properties: Set = ["Volume", "LoopStatus", "Shuffle"]

    /// Reads a new value of a property; nil for one that is not allowed.
    init?(_ property: String, _ value: BusValue) {
        switch (property, value) {
        case ("Volume", .double(let volume)) where volume.isFinite:
            self = .volume(min(max(volume, 0), 1))
        case ("LoopStatus", .string(let word)):
            guard let status = LoopStatus(rawValue: word) else { return nil }
            self = .loop(status)
        case ("Shuffle", .bool(let isOn)): self = .shuffle(isOn)
        default: return nil
        }
    }

    /// The property.
    enum Kind: CaseIterable {
        case volume
        case loop
        case shuffle
    }

    var kind: Kind {
        switch self {
        case .volume: .volume
        case .loop: .loop
        case .shuffle: .shuffle
        }
    }

    /// A step of the volume of an iPhone.
    static let volumeStep = 1.0 / 16
    /// Differences of the volume that count as none.
    static let volumePrecision = 0.005

    /// Whether the phone reports this value already.
    func isReached(by media: PlayedMedia) -> Bool {
        switch self {
        case .volume(let goal): media.volume.map { abs(goal - $0) <= Self.volumePrecision } ?? false
        case .loop(let goal): media.repeatMode == goal.mode
        case .shuffle(let goal): media.shuffleMode.map { ($0 != .off) == goal } ?? false
        }
    }

    /// Returns the next step from what a phone reports; nil if the goal is reached, or no step leads to it.
    ///
    /// - Parameter before: the previous step; nil for the first one.
    func step(from media: PlayedMedia, after before: MediaCommand?) -> MediaCommand? {
        guard let command = wanted(media, isFirst: before == nil), media.commands.contains(command)
        else { return nil }
        // A step back would follow a step too far, and so on for ever.
        return before == nil || before == command ? command : nil
    }

    private func wanted(_ media: PlayedMedia, isFirst: Bool) -> MediaCommand? {
        switch self {
        case .volume(let goal):
            guard let volume = media.volume else { return nil }
            // A small change is one step, not none. Silence and full volume are reached exactly.
            let isExact = isFirst || goal <= 0 || goal >= 1
            let precision = isExact ? Self.volumePrecision : Self.volumeStep / 2
            guard abs(goal - volume) > precision else { return nil }
            return goal > volume ? .louder : .softer
        case .loop(let goal):
            guard let mode = media.repeatMode, mode != goal.mode else { return nil }
            return .repeat
        case .shuffle(let goal):
            guard let mode = media.shuffleMode, (mode != .off) != goal else { return nil }
            return .shuffle
        }
    }
}
