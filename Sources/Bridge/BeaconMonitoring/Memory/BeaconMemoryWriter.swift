import JSON
import Linux
import Radio

/// Writer of the state file; writes on a work queue and limits how often.
@LoopActor
final class BeaconMemoryWriter {
    /// Delay between a change and its write.
    static let pause: Duration = .seconds(2)
    /// Interval of writes that only update times of last contact, to spare memory cards.
    static let heardPause: Duration = .seconds(300)

    private let file: RememberedFile?
    private let pace: Pace
    private weak let owner: (any BeaconMonitorOwner)?
    private let work = WorkQueue()
    private let alarm: Alarm
    private(set) var memory = BeaconMemory()
    private var written: BeaconMemory?
    private var nextHeard: Duration = .zero
    private var failure: Errno?

    /// - Parameter file: nil to keep no state across restarts.
    init(_ file: RememberedFile?, pace: Pace, for owner: any BeaconMonitorOwner) {
        self.file = file
        self.pace = pace
        self.owner = owner
        alarm = Alarm(on: pace)
    }

    /// Reads the state of an earlier run.
    func read() {
        guard let file else { return }
        let (found, advice) = file.read { (field) throws(JSONError) in try BeaconMemory(field) }
        memory = found ?? BeaconMemory()
        written = found
        if let advice { owner?.advise(advice) }
        nextHeard = pace.now + Self.heardPause
    }

    /// Returns whether a call of `keep` is due.
    ///
    /// - Parameter lastHeardOnly: whether only times of last contact have changed.
    func wants(lastHeardOnly: Bool) -> Bool { !lastHeardOnly || pace.now >= nextHeard }

    /// Stores this state, and writes it after a short delay.
    func keep(_ memory: BeaconMemory, atOnce: Bool) {
        self.memory = memory
        nextHeard = pace.now + Self.heardPause
        guard memory != written else { return }
        if atOnce { return beginToWrite() }
        if !alarm.isSet { alarm.set(after: Self.pause, for: self) { $0.beginToWrite() } }
    }

    private func beginToWrite() {
        LoopActor.begin { [self] in await write() }
    }

    /// Returns when everything is written.
    func finish() async {
        alarm.cancel()
        if memory == written { await work.run { () } } else { await write() }
    }

    private func write() async {
        alarm.cancel()
        guard let file, !(memory.isEmpty && written == nil) else { return }
        written = memory
        let memory = memory
        let failure = await work.run { () -> Errno? in
            do throws(Errno) {
                try file.write(memory.isEmpty ? nil : memory.bytes)
                return nil
            } catch {
                return error
            }
        }
        take(failure)
    }

    private func take(_ error: Errno?) {
        defer { failure = error }
        guard let error, let file else { return }
        // Makes the next change try again.
        written = nil
        guard error != failure else { return }
        owner?.advise(
            "the state of beacons cannot be saved in \(file.folder), and is lost when the "
                + "bridge ends: \(error)")
    }
}
