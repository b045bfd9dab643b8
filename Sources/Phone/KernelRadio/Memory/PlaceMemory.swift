import ATT
import Linux

/// Services found at phones the last time, remembered so that they need not be searched again.
///
/// A loss costs only a search. The file is written when a phone connects or disconnects, or after a
/// while, and invalid files are ignored.
@LoopActor
final class PlaceMemory {
    static let file = "places.json"
    /// Maximum size of the file in bytes; larger files are ignored.
    private static let sizeLimit = 1 << 18
    /// Delay before changes are written if the phone stays connected, or after a failed write.
    ///
    /// Phones determine how often there are changes, so this limits the number of writes.
    private static let patience: Duration = .seconds(600)

    /// Bonds of phones that did not answer the MTU request.
    ///
    /// Each start of the program tries again, because an update of the phone may have fixed it.
    var mtuUnanswered: Set<String> = []

    private let folder: String
    private var places: [String: KnownServices] = [:]
    /// Content of the file.
    private var written: [String: KnownServices] = [:]
    private let alarm: Alarm

    init(in folder: String, pace: Pace) {
        self.folder = folder
        alarm = Alarm(on: pace)
    }

    /// Reads the file.
    func start() {
        guard
            let bytes = try? StateFolder(existing: folder).read(Self.file, upTo: Self.sizeLimit)
        else { return }
        places = PlacesFile.read(bytes) ?? [:]
        written = places
    }

    /// Writes pending changes for the last time.
    func stop() {
        write()
        alarm.cancel()
    }

    /// Services found at the phone with this bond.
    subscript(bond: String) -> KnownServices? {
        get { places[bond] }
        set {
            places[bond] = newValue
            waitToWrite()
        }
    }

    /// Removes all entries except these, also from the file.
    func keep(only bonds: Set<String>) {
        mtuUnanswered.formIntersection(bonds)
        let count = places.count
        places = places.filter { bonds.contains($0.key) }
        if places.count != count { write() }
    }

    /// Writes pending changes at once.
    ///
    /// The radio calls it when a phone connects or disconnects.
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
