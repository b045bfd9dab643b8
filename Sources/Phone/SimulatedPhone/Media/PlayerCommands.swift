extension SimulatedPlayer {
    /// Command of a host, as on the wire.
    enum Command: UInt8, CaseIterable, Sendable {
        case play = 0
        case pause = 1
        case toggle = 2
        case next = 3
        case previous = 4
        case louder = 5
        case softer = 6
        case advanceRepeat = 7
        case advanceShuffle = 8
        case skipForward = 9
        case skipBackward = 10
        case like = 11
        case dislike = 12
        case bookmark = 13
    }

    /// Time after which the command for the previous track restarts the current one.
    private static let restartTime: Duration = .seconds(3)
    private static let skippedTime: Duration = .seconds(15)
    private static let volumeStep = 1.0 / 16

    mutating func perform(_ command: Command, at time: Duration) {
        switch command {
        case .play: change(to: .playing, at: time)
        case .pause: change(to: .paused, at: time)
        case .toggle: change(to: state == .paused ? .playing : .paused, at: time)
        case .next: next(at: time)
        case .previous: previous(at: time)
        case .louder: volume = min(1, volume + Self.volumeStep)
        case .softer: volume = max(0, volume - Self.volumeStep)
        case .advanceRepeat: repetition = repetition.next
        case .advanceShuffle: shuffle = shuffle.next
        case .skipForward: skip(by: Self.skippedTime, at: time)
        case .skipBackward: skip(by: .zero - Self.skippedTime, at: time)
        // No attribute shows these.
        case .like, .dislike, .bookmark: break
        }
    }

    private mutating func previous(at time: Duration) {
        if elapsed(at: time) > Self.restartTime || (index == 0 && repetition == .off) {
            seek(to: .zero, at: time)
        } else {
            start(index == 0 ? max(0, queue.count - 1) : index - 1, at: time)
        }
    }

    private mutating func skip(by amount: Duration, at time: Duration) {
        let target = max(.zero, elapsed(at: time) + amount)
        if let duration = track?.duration, target >= duration {
            endTrack(at: time)
        } else {
            seek(to: target, at: time)
        }
    }
}
