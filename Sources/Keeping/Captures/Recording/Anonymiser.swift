internal import ANCS
internal import Features
internal import Radio

/// Replaces the contents of a recording during recording.
///
/// An answer is held until it is complete, because only then are its texts located. Later events
/// wait behind it.
package struct Anonymiser: Sendable {
    /// Limit of held events; above it, incomplete answers are masked as they are.
    static let heldLimit = 4096
    /// Limit of held value bytes; above it, incomplete answers are masked as they are.
    static let heldBytes = 1 << 20

    /// The last request to a phone.
    private struct Asked {
        let request: ObservedRequest
        var accumulator: AnswerAccumulator
        /// Indexes of its fragments among the held events.
        var places: [Int] = []

        /// Returns a copy with indexes reduced by the number of removed events.
        func moved(by count: Int) -> Asked {
            var moved = self
            moved.places = places.map { $0 - count }
            return moved
        }
    }

    private let mask: AnswerMask
    private let texts: TextMask
    private let further: FurtherMask
    private var held: [RecordedEvent] = []
    private var bytes = 0
    private var asked: [Int: Asked] = [:]

    /// Creates an anonymiser with random replacements; equal texts get equal replacements.
    package init() {
        self.init(TextMask())
    }

    init(_ texts: TextMask) {
        self.texts = texts
        mask = AnswerMask(texts)
        further = FurtherMask(texts)
    }

    /// Adds an event; returns the events that can be written.
    package mutating func take(_ event: RecordedEvent) -> [RecordedEvent] {
        var event = event
        event.name = event.name.map(masked)
        switch event.happening {
        case .tells(.named(let name)):
            event.happening = .tells(.named(masked(name)))
            hold(event)
        case .asks(.write(let request, Characteristic.controlPoint.id)):
            settle(event.phone)
            event.happening.value = mask.request(request)
            asked[event.phone] = Self.asked(request)
            hold(event)
        case .tells(.value(Characteristic.dataSource.id, let fragment)):
            takeFragment(fragment, event)
        case .tells(.value(Characteristic.notificationSource.id, let value))
        where value.count == SourceEvent.length:
            hold(event)
        case .unlinked, .tells(.vanished(.notifications)),
            .tells(.unsubscribed(Characteristic.notificationSource.id)),
            .tells(.unsubscribed(Characteristic.dataSource.id)),
            .tells(.written(Characteristic.controlPoint.id, .some)):
            settle(event.phone)
            hold(event)
        default:
            // Values of other services can contain any text.
            let happening = event.happening
            event.happening.value = happening.value.map {
                further.masked($0, in: happening) ?? mask.blank($0)
            }
            hold(event)
        }
        if held.count > Self.heldLimit || bytes > Self.heldBytes {
            for phone in asked.keys.sorted() { settle(phone) }
        }
        return release()
    }

    private func masked(_ name: String) -> String {
        String(decoding: texts.masked(Array(name.utf8)), as: UTF8.self)
    }

    /// Returns the events still held at the end.
    package mutating func finish() -> [RecordedEvent] {
        for phone in asked.keys.sorted() { settle(phone) }
        return release()
    }

    private static func asked(_ bytes: [UInt8]) -> Asked? {
        guard let request = try? ObservedRequest(parsing: bytes),
            let accumulator = AnswerAccumulator(answering: request)
        else { return nil }
        return Asked(request: request, accumulator: accumulator)
    }

    private mutating func takeFragment(_ fragment: [UInt8], _ event: RecordedEvent) {
        var event = event
        let progress =
            fragment.isEmpty ? .foreign : asked[event.phone]?.accumulator.append(fragment)
        switch progress {
        case nil, .foreign:
            event.happening.value = mask.blank(fragment)
            hold(event)
        case .waiting, .complete:
            asked[event.phone]?.places.append(held.count)
            hold(event)
            if progress == .complete { settle(event.phone) }
        }
    }

    private mutating func hold(_ event: RecordedEvent) {
        held.append(event)
        bytes += event.happening.value?.count ?? 0
    }

    /// Masks the received part of a phone's answer.
    private mutating func settle(_ phone: Int) {
        guard let asked = asked.removeValue(forKey: phone) else { return }
        let fragments = asked.places.map { held[$0].happening.value ?? [] }
        // A fragment of an abandoned answer can precede the beginning of this one.
        let start = fragments.indices.first { index in
            asked.request.begins(fragments[index...].joined())
        }
        for place in asked.places[..<(start ?? fragments.count)] {
            held[place].happening.value = held[place].happening.value.map(mask.blank)
        }
        guard let start else { return }
        var masked = mask.answer(Array(fragments[start...].joined()), to: asked.request)[...]
        for (place, fragment) in zip(asked.places[start...], fragments[start...]) {
            held[place].happening.value = Array(masked.prefix(fragment.count))
            masked = masked.dropFirst(fragment.count)
        }
    }

    /// Removes and returns the events before the first incomplete answer.
    private mutating func release() -> [RecordedEvent] {
        let count = asked.values.compactMap(\.places.first).min() ?? held.count
        defer {
            held.removeFirst(count)
            bytes = held.reduce(0) { $0 + ($1.happening.value?.count ?? 0) }
            asked = asked.mapValues { $0.moved(by: count) }
        }
        return Array(held.prefix(count))
    }
}

extension ObservedRequest {
    /// Whether the bytes begin like an answer to this request.
    fileprivate func begins(_ bytes: some Sequence<UInt8>) -> Bool {
        let header: [UInt8] =
            switch self {
            case .notificationAttributes(let uid, _):
                [0] + (0..<4).map { UInt8(truncatingIfNeeded: uid.rawValue >> (8 * $0)) }
            case .appAttributes(let appIdentifier, _): [1] + appIdentifier + [0]
            case .perform: []
            }
        return bytes.starts(with: header)
    }
}
