internal import Features
internal import Notices

/// The phones of a recording.
struct RecordedPhones {
    private(set) var shelf: CapturedPhones<Int>
    private(set) var surplus = 0

    init(_ further: FurtherFeatures) {
        shelf = CapturedPhones(further)
    }

    mutating func take(_ event: RecordedEvent, at moment: ReplayMoment) -> [BridgeEvent] {
        var events = shelf.advance(to: moment)
        guard shelf.add(event.phone, named: event.name ?? "Phone \(event.phone)") else {
            surplus += 1
            return events
        }
        guard shelf.needs(event.happening) else { return events }
        events += shelf.take(event.happening, of: event.phone, at: moment)
        return events
    }

    mutating func finish(at moment: ReplayMoment) -> [BridgeEvent] {
        shelf.finish(at: moment)
    }
}
