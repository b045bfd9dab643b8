import ATT
import Linux

/// Where services were found at phones the last time, so that they need not be looked for again.
///
/// What is lost here costs a phone a search, no more: it is written when a phone has gone, or after a
/// while, and read only as far as it can be.
@LoopActor
final class PlaceMemory {
    static let file = "places.json"
    /// A file of ours that is larger is none.
    private static let sizeLimit = 1 << 18
    /// How long something new waits for its phone to go, and for the disk to have room again: phones
    /// decide how often there is something new.
    private static let patience: Duration = .seconds(600)

    /// The bonds of phones that did not answer the MTU request; each start of the program asks them
    /// again, since an update of the phone may have fixed it.
    var mtuUnanswered: Set<String> = []

    private let folder: String
    private var places: [String: KnownServices] = [:]
    /// What the file holds.
    private var written: [String: KnownServices] = [:]
    private let alarm: Alarm

    init(in folder: String, pace: Pace) {
        self.folder = folder
        alarm = Alarm(on: pace)
    }

    /// Reads what was written last.
    func start() {
        guard
            let bytes = try? StateFolder(existing: folder).read(Self.file, upTo: Self.sizeLimit)
        else { return }
        places = PlacesFile.read(bytes) ?? [:]
        written = places
    }

    /// Writes what is new, for the last time.
    func stop() {
        write()
        alarm.cancel()
    }

    /// What was found at the phone with a bond of this name.
    subscript(bond: String) -> KnownServices? {
        get { places[bond] }
        set {
            places[bond] = newValue
            waitToWrite()
        }
    }

    /// Forgets all but these, on disk too.
    func keep(only bonds: Set<String>) {
        mtuUnanswered.formIntersection(bonds)
        let count = places.count
        places = places.filter { bonds.contains($0.key) }
        if places.count != count { write() }
    }

    /// Writes what is new, which a phone does not change any more that has gone.
    func write() {
        alarm.cancel()
        guard places != written else { return }
        do throws(Errno) {
            try StateFolder(folder).write(PlacesFile.bytes(of: places), to: Self.file)
            written = places
        } catch {
            waitToWrite()
        }
    }

    private func waitToWrite() {
        guard !alarm.isSet, places != written else { return }
        alarm.set(after: Self.patience, for: self) { $0.write() }
    }
}
