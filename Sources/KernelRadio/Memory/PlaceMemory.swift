import ATT
import Linux

/// Where services were found at phones the last time, so that they need not be looked for again.
///
/// What is lost here costs a phone a search, no more: it is written when a phone has gone, and read
/// only as far as it can be.
@LoopActor
final class PlaceMemory {
    static let file = "places.json"
    /// A file of ours that is larger is none.
    private static let sizeLimit = 1 << 18
    /// Before something new is written: phones may change their minds quickly.
    private static let pause: Duration = .seconds(10)

    private let folder: String
    private let pace: Pace
    private var places: [String: KnownServices] = [:]
    private var isChanged = false
    private var timer: TimerID?

    init(in folder: String, pace: Pace) {
        self.folder = folder
        self.pace = pace
    }

    /// Reads what was written last.
    func start() {
        guard
            let bytes = try? StateFolder(existing: folder).read(Self.file, upTo: Self.sizeLimit)
        else { return }
        places = PlacesFile.read(bytes) ?? [:]
    }

    /// Writes what is new.
    func stop() {
        if let timer { pace.cancel(timer) }
        timer = nil
        write()
    }

    /// What was found at the phone with a bond of this name.
    subscript(bond: String) -> KnownServices? {
        get { places[bond] }
        set {
            guard places[bond] != newValue else { return }
            places[bond] = newValue
            isChanged = true
            guard timer == nil else { return }
            timer = pace.after(Self.pause) { [weak self] in
                self?.timer = nil
                self?.write()
            }
        }
    }

    /// Forgets all but these.
    func keep(only bonds: Set<String>) {
        for bond in places.keys where !bonds.contains(bond) { self[bond] = nil }
    }

    private func write() {
        guard isChanged else { return }
        isChanged = false
        try? StateFolder(folder).write(PlacesFile.bytes(of: places), to: Self.file)
    }
}
