import JSON
import Linux
import Radio

/// Writes down what was near, away from the loop and not too often.
@LoopActor
final class BeaconMemoryWriter {
    /// What happened is written so soon.
    static let pause: Duration = .seconds(2)
    /// That something is still there is written so often, which wears no memory card.
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

    /// - Parameter file: nil where nothing is to outlive the bridge.
    init(_ file: RememberedFile?, pace: Pace, for owner: any BeaconMonitorOwner) {
        self.file = file
        self.pace = pace
        self.owner = owner
        alarm = Alarm(on: pace)
    }

    /// Reads what an earlier run wrote.
    func read() {
        guard let file else { return }
        let (found, advice) = file.read { (field) throws(JSONError) in try BeaconMemory(field) }
        memory = found ?? BeaconMemory()
        written = found
        if let advice { owner?.advise(advice) }
        nextHeard = pace.now + Self.heardPause
    }

    /// Whether it is worth the while to say what is to be kept.
    ///
    /// - Parameter lastHeardOnly: whether nothing has happened but that something was heard again.
    func wants(lastHeardOnly: Bool) -> Bool { !lastHeardOnly || pace.now >= nextHeard }

    /// Keeps this, and writes it in a while.
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

    /// Returns when all is written.
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
        // The next change tries again.
        written = nil
        guard error != failure else { return }
        owner?.advise(
            "what is near cannot be written into \(file.folder), and is forgotten when the bridge "
                + "ends: \(error)")
    }
}
