internal import ANCS
internal import Features
internal import Radio

/// Finds requests to a phone's services, and their values, in the Attribute Protocol packets of a
/// link.
///
/// One side is the client, the other, the phone, has the attributes. If a value is read in parts,
/// only the first part is found.
struct AttributeTraffic: Sendable {
    /// An event between the client and the phone, with its time.
    struct Found: Sendable {
        private static let source = Characteristic.notificationSource.id

        let happening: Happening
        let time: Duration

        /// Whether this is a Notification Source value.
        var isAnnouncement: Bool {
            if case .tells(.value(Self.source, _)) = happening { true } else { false }
        }
    }

    var map: ServiceMap
    /// The phone's name, if the capture contains it.
    private(set) var name: String?

    private var guess = SourceGuess()
    /// The first 64 bytes of the last find or read request, which the answer does not repeat.
    private var request: [UInt8] = []
    /// The pending call, if its characteristic is known.
    private var awaited: LinkCall?
    /// The last request written to the Control Point; used to recognise answers.
    private var asked: ObservedRequest?
    private var found: [Found] = []

    init(knowing map: ServiceMap = ServiceMap()) {
        self.map = map
    }

    /// Evaluates a packet of either side.
    mutating func receive(_ packet: [UInt8], at time: Duration) -> [Found] {
        var fields = RecordFieldReader(packet)
        // A packet that ends early is ignored.
        try? take(packet, &fields, time)
        defer { found = [] }
        return found
    }

    /// Resolves the uncertain handles at the end of a capture.
    mutating func finish() -> [Found] {
        if map[.notificationSource] == nil, let handle = guess.likeliest { settle(handle) }
        defer { found = [] }
        return found
    }

    /// Number of possible announcements while no Notification Source is known.
    var unreadAnnouncements: Int { map[.notificationSource] == nil ? guess.mostValues : 0 }

    private mutating func take(
        _ packet: [UInt8], _ fields: inout RecordFieldReader, _ time: Duration
    ) throws(RecordFieldReader.EndsEarly) {
        switch try fields.readUInt8() {
        case 0x01: try refused(&fields, time)
        case 0x04, 0x06, 0x08, 0x10: request = Array(packet.prefix(64))
        case 0x0A:
            request = Array(packet.prefix(64))
            try readAsked(&fields, time)
        case 0x05: try informationFound(&fields)
        case 0x07: try serviceFound(&fields)
        case 0x09: try valuesFound(&fields)
        case 0x0B: valueRead(fields.unread, time)
        case 0x11: try groupsFound(&fields)
        case 0x12: try written(&fields, time, isConfirmed: true)
        case 0x52: try written(&fields, time, isConfirmed: false)
        case 0x13: answered(.success([]), to: 0x12, time)
        case 0x1B, 0x1D:
            let handle = try fields.readLittle(UInt16.self)
            notified(Array(fields.unread), of: handle, time)
        default: break
        }
    }

    // MARK: Attribute discovery

    private mutating func informationFound(
        _ fields: inout RecordFieldReader
    ) throws(RecordFieldReader.EndsEarly) {
        let isShort = try fields.readUInt8() == 1
        while !fields.isAtEnd {
            let handle = try fields.readLittle(UInt16.self)
            if isShort {
                // Client Characteristic Configuration.
                if try fields.readLittle(UInt16.self) == 0x2902 {
                    map.learnConfiguration(at: handle)
                }
                continue
            }
            learn(try fields.readLittle(UInt128.self), at: handle, isDeclared: false)
        }
    }

    private mutating func learn(_ uuid: UInt128, at handle: UInt16, isDeclared: Bool) {
        // Another UUID may belong to a descriptor, or the value only resembles one.
        if isDeclared || Characteristic(CharacteristicID(uuid, of: .notifications)) != nil {
            map.learn(uuid, at: handle)
        }
    }

    private mutating func serviceFound(_ fields: inout RecordFieldReader) throws(RecordFieldReader
        .EndsEarly)
    {
        var request = RecordFieldReader(self.request)
        guard try request.readUInt8() == 0x06 else { return }
        _ = try request.readBytes(4)
        guard try request.readLittle(UInt16.self) == 0x2800 else { return }
        let service = try request.readUUID(request.unread.count)
        while !fields.isAtEnd { try learn(service, &fields) }
    }

    private mutating func groupsFound(_ fields: inout RecordFieldReader) throws(RecordFieldReader
        .EndsEarly)
    {
        let length = Int(try fields.readUInt8())
        guard length == 20 || length == 6 else { return }
        while !fields.isAtEnd {
            var group = RecordFieldReader(try fields.readBytes(length))
            var value = RecordFieldReader(group.unread.dropFirst(4))
            try learn(try value.readUUID(length - 4), &group)
        }
    }

    private mutating func learn(
        _ uuid: UInt128, _ fields: inout RecordFieldReader
    ) throws(RecordFieldReader.EndsEarly) {
        let first = try fields.readLittle(UInt16.self)
        let last = try fields.readLittle(UInt16.self)
        if first <= last { map.learn(ServiceID(uuid), at: first...last) }
    }

    private mutating func valuesFound(_ fields: inout RecordFieldReader) throws(RecordFieldReader
        .EndsEarly)
    {
        let length = Int(try fields.readUInt8())
        guard length > 2 else { return }
        let type = request.first == 0x08 ? Array(request.dropFirst(5)) : []
        while !fields.isAtEnd {
            var entry = RecordFieldReader(try fields.readBytes(length))
            let handle = try entry.readLittle(UInt16.self)
            if type == [0x00, 0x2A] {
                map.learnName(at: handle)
                learnName(entry.unread)
                return
            }
            // A declaration: properties, the value's handle, and its UUID.
            let isDeclared = type == [0x03, 0x28]
            guard length == 21 || length == 7 && isDeclared else { continue }
            _ = try entry.readUInt8()
            let value = try entry.readLittle(UInt16.self)
            if length == 7, entry.unread == [0x00, 0x2A] {
                map.learnName(at: value)
            } else {
                learn(try entry.readUUID(length - 5), at: value, isDeclared: isDeclared)
            }
        }
    }

    private mutating func readAsked(
        _ fields: inout RecordFieldReader, _ time: Duration
    ) throws(RecordFieldReader.EndsEarly) {
        awaited = map.characteristic(at: try fields.readLittle(UInt16.self)).map { .read($0) }
        if let awaited { report(.asks(awaited), time) }
    }

    private mutating func valueRead(_ value: ArraySlice<UInt8>, _ time: Duration) {
        answered(.success(Array(value)), to: 0x0A, time)
        guard request.count == 3, request[0] == 0x0A, let handle = map.nameHandle,
            request[1] == UInt8(truncatingIfNeeded: handle), request[2] == UInt8(handle >> 8)
        else { return }
        learnName(value)
    }

    private mutating func learnName(_ bytes: ArraySlice<UInt8>) {
        let name = String(decoding: bytes.prefix(248).prefix { $0 != 0 }, as: UTF8.self)
        if !name.isEmpty { self.name = name }
    }

    // MARK: Requests and values

    private mutating func written(
        _ fields: inout RecordFieldReader, _ time: Duration, isConfirmed: Bool
    ) throws(RecordFieldReader.EndsEarly) {
        let handle = try fields.readLittle(UInt16.self)
        let value = Array(fields.unread)
        if map[.controlPoint] == nil { recogniseControlPoint(value, at: handle) }
        if handle == map[.controlPoint] { asked = try? ObservedRequest(parsing: value) }
        var call = map.characteristic(at: handle).map { LinkCall.write(value, $0) }
        if value.count == 2, let characteristic = map.configuration(at: handle) {
            let isOn = value[0] & 0b11 != 0
            call = isOn ? .subscribe(characteristic) : .unsubscribe(characteristic)
        }
        awaited = isConfirmed ? call : nil
        if let call { report(.asks(call), time) }
    }

    private mutating func refused(
        _ fields: inout RecordFieldReader, _ time: Duration
    ) throws(RecordFieldReader.EndsEarly) {
        let opcode = try fields.readUInt8()
        _ = try fields.readLittle(UInt16.self)
        let error = AttributeError(rawValue: try fields.readUInt8())
        answered(.failure(error), to: opcode, time)
    }

    private mutating func answered(
        _ result: Result<[UInt8], AttributeError>, to opcode: UInt8, _ time: Duration
    ) {
        guard let call = awaited, opcode == (call.isRead ? 0x0A : 0x12) else { return }
        awaited = nil
        if case (.unsubscribe(let id), .failure(let error)) = (call, result) {
            // The phone may still send values.
            return report(.tells(.refused(id, error)), time)
        }
        report(.tells(call.answer(result)), time)
    }

    private mutating func notified(_ value: [UInt8], of handle: UInt16, _ time: Duration) {
        if map[.dataSource] == nil, answersWhatWasAsked(value) {
            map.guess(.dataSource, at: handle)
        }
        if let characteristic = map.characteristic(at: handle) {
            if characteristic != Characteristic.controlPoint.id {
                report(.tells(.value(characteristic, value)), time)
            }
            return
        }
        guard map[.notificationSource] == nil, map.mayBeNotifications(handle) else { return }
        guess.look(at: value, of: handle, at: time)
        if let known = map[.controlPoint] ?? map[.dataSource],
            let handle = guess.handle(near: known)
        {
            settle(handle)
        }
    }

    // MARK: Recognition by shape

    private mutating func recogniseControlPoint(_ value: [UInt8], at handle: UInt16) {
        guard map.mayBeNotifications(handle),
            let request = try? ObservedRequest(parsing: value)
        else { return }
        switch request {
        case .notificationAttributes(let uid, let wanted):
            let source = guess.handle(announcing: uid)
            let isOrdinary =
                !wanted.isEmpty && wanted.allSatisfy { AttributeID.all.contains($0.attribute) }
                && Set(wanted.map(\.attribute)).count == wanted.count
            guard isOrdinary, source != nil || wanted.contains(where: { $0.maximumLength != nil })
            else { return }
            map.guess(.controlPoint, at: handle)
            if map[.notificationSource] == nil, let source { settle(source) }
        case .appAttributes(let appIdentifier, let wanted):
            guard wanted == [.displayName], appIdentifier.contains(UInt8(ascii: ".")),
                appIdentifier.allSatisfy({ (0x21..<0x7F).contains($0) })
            else { return }
            map.guess(.controlPoint, at: handle)
        case .perform: break
        }
    }

    private func answersWhatWasAsked(_ value: [UInt8]) -> Bool {
        switch asked {
        case .notificationAttributes(let uid, _):
            value.count >= 5 && value[0] == 0
                && value[1..<5].reversed().reduce(0) { $0 << 8 | UInt32($1) } == uid.rawValue
        case .appAttributes(let appIdentifier, _): value.starts(with: [1] + appIdentifier + [0])
        case .perform, nil: false
        }
    }

    /// Accepts a handle as the Notification Source and reports its earlier values.
    private mutating func settle(_ handle: UInt16) {
        map.guess(.notificationSource, at: handle)
        guard map[.notificationSource] == handle else { return }
        for value in guess.take(handle) {
            report(.tells(.value(Characteristic.notificationSource.id, value.bytes)), value.time)
        }
    }

    private mutating func report(_ happening: Happening, _ time: Duration) {
        found.append(Found(happening: happening, time: time))
    }
}

extension LinkCall {
    fileprivate var isRead: Bool { if case .read = self { true } else { false } }
}
