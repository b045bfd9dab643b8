internal import ANCS

/// Finds the notification service's conversation in one direction's attribute protocol packets: one
/// side asks, the other has the attributes.
struct AttributeTraffic: Sendable {
    /// Something about the phone, at its time.
    struct Found: Sendable {
        let happening: Happening
        let time: Duration

        /// Whether it is a Notification Source value.
        var isAnnouncement: Bool {
            if case .value(.notificationSource, _) = happening { true } else { false }
        }
    }

    private enum Awaited: Sendable {
        case controlPoint
        case subscription(Characteristic, isOn: Bool)
    }

    var map: ServiceMap
    /// What the phone calls itself, where the capture tells.
    private(set) var name: String?

    private var guess = SourceGuess()
    /// The last request that the phone has not answered, as far as its answer needs it.
    private var request: [UInt8] = []
    private var awaited: Awaited?
    /// The last notification request, by which answers are recognised.
    private var asked: ObservedRequest?
    private var found: [Found] = []

    init(knowing map: ServiceMap = ServiceMap()) {
        self.map = map
    }

    /// Whether the side that has the attributes speaks here; nil for a packet of neither.
    ///
    /// Responses, notifications and indications are its; requests, commands and confirmations are
    /// the other's.
    static func isFromPhone(_ packet: [UInt8]) -> Bool? {
        switch packet.first {
        case 0x01, 0x03, 0x05, 0x07, 0x09, 0x0B, 0x0D, 0x0F, 0x11, 0x13, 0x17, 0x19, 0x1B, 0x1D,
            0x21, 0x23:
            true
        case 0x02, 0x04, 0x06, 0x08, 0x0A, 0x0C, 0x0E, 0x10, 0x12, 0x16, 0x18, 0x1E, 0x20, 0x52,
            0xD2:
            false
        default: nil
        }
    }

    /// Takes a packet of either side.
    mutating func receive(_ packet: [UInt8], at time: Duration) -> [Found] {
        var fields = FieldReader(packet)
        // A packet that ends early says nothing.
        try? take(packet, &fields, time)
        defer { found = [] }
        return found
    }

    /// Decides at the end of a capture about what was not certain.
    mutating func finish() -> [Found] {
        if map[.notificationSource] == nil, let handle = guess.likeliest { settle(handle) }
        defer { found = [] }
        return found
    }

    /// Values that may be announcements, where nothing tells which characteristic is which.
    var unreadAnnouncements: Int { map[.notificationSource] == nil ? guess.mostValues : 0 }

    private mutating func take(
        _ packet: [UInt8], _ fields: inout FieldReader, _ time: Duration
    ) throws(FieldReader.EndsEarly) {
        switch try fields.readUInt8() {
        case 0x01: try refused(&fields, time)
        case 0x04, 0x06, 0x08, 0x0A, 0x10: request = Array(packet.prefix(64))
        case 0x05: try informationFound(&fields)
        case 0x07: try serviceFound(&fields)
        case 0x09: try valuesFound(&fields)
        case 0x0B: valueRead(fields.unread)
        case 0x11: try groupsFound(&fields)
        case 0x12: try written(&fields, time, isConfirmed: true)
        case 0x52: try written(&fields, time, isConfirmed: false)
        case 0x13: confirmed(nil, time)
        case 0x1B, 0x1D:
            let handle = try fields.readLittle(UInt16.self)
            notified(Array(fields.unread), of: handle, time)
        default: break
        }
    }

    // MARK: What a phone has

    private mutating func informationFound(
        _ fields: inout FieldReader
    ) throws(FieldReader.EndsEarly) {
        let isShort = try fields.readUInt8() == 1
        while !fields.isAtEnd {
            let handle = try fields.readLittle(UInt16.self)
            if isShort {
                // Client Characteristic Configuration.
                if try fields.readLittle(UInt16.self) == 0x2902 {
                    map.learnConfiguration(at: handle)
                }
            } else {
                map.learn(try fields.readLittle(UInt128.self), at: handle)
            }
        }
    }

    private mutating func serviceFound(_ fields: inout FieldReader) throws(FieldReader.EndsEarly) {
        var request = FieldReader(self.request)
        guard try request.readUInt8() == 0x06 else { return }
        _ = try request.readBytes(6)
        guard try request.readLittle(UInt128.self) == Characteristic.serviceUUID else { return }
        try learnService(&fields)
    }

    private mutating func groupsFound(_ fields: inout FieldReader) throws(FieldReader.EndsEarly) {
        let length = Int(try fields.readUInt8())
        guard length == 20 else { return }
        while !fields.isAtEnd {
            var group = FieldReader(try fields.readBytes(length))
            var value = FieldReader(group.unread.suffix(16))
            guard try value.readLittle(UInt128.self) == Characteristic.serviceUUID else { continue }
            try learnService(&group)
        }
    }

    private mutating func learnService(_ fields: inout FieldReader) throws(FieldReader.EndsEarly) {
        let first = try fields.readLittle(UInt16.self)
        let last = try fields.readLittle(UInt16.self)
        if first <= last { map.learnService(first...last) }
    }

    private mutating func valuesFound(_ fields: inout FieldReader) throws(FieldReader.EndsEarly) {
        let length = Int(try fields.readUInt8())
        guard length > 2 else { return }
        let type = request.first == 0x08 ? Array(request.dropFirst(5)) : []
        while !fields.isAtEnd {
            var entry = FieldReader(try fields.readBytes(length))
            let handle = try entry.readLittle(UInt16.self)
            if type == [0x00, 0x2A] {
                map.learnName(at: handle)
                learnName(entry.unread)
                return
            }
            // A declaration: properties, the value's handle, and what it is.
            guard length == 21 || length == 7 && type == [0x03, 0x28] else { continue }
            _ = try entry.readUInt8()
            let value = try entry.readLittle(UInt16.self)
            if length == 21 {
                map.learn(try entry.readLittle(UInt128.self), at: value)
            } else if try entry.readLittle(UInt16.self) == 0x2A00 {
                map.learnName(at: value)
            }
        }
    }

    private mutating func valueRead(_ value: ArraySlice<UInt8>) {
        guard request.count == 3, request[0] == 0x0A, let handle = map.nameHandle,
            request[1] == UInt8(truncatingIfNeeded: handle), request[2] == UInt8(handle >> 8)
        else { return }
        learnName(value)
    }

    private mutating func learnName(_ bytes: ArraySlice<UInt8>) {
        let name = String(decoding: bytes.prefix(248).prefix { $0 != 0 }, as: UTF8.self)
        if !name.isEmpty { self.name = name }
    }

    // MARK: The conversation

    private mutating func written(
        _ fields: inout FieldReader, _ time: Duration, isConfirmed: Bool
    ) throws(FieldReader.EndsEarly) {
        let handle = try fields.readLittle(UInt16.self)
        let value = Array(fields.unread)
        awaited = nil
        if map[.controlPoint] == nil { recogniseControlPoint(value, at: handle) }
        if handle == map[.controlPoint] {
            asked = try? ObservedRequest(parsing: value)
            if isConfirmed { awaited = .controlPoint }
            report(.write(value), time)
        } else if value.count == 2, let characteristic = map.configuration(at: handle) {
            let isOn = value[0] & 0b11 != 0
            if isConfirmed { awaited = .subscription(characteristic, isOn: isOn) }
            report(isOn ? .subscribe(characteristic) : .unsubscribe(characteristic), time)
        }
    }

    private mutating func refused(
        _ fields: inout FieldReader, _ time: Duration
    ) throws(FieldReader.EndsEarly) {
        let opcode = try fields.readUInt8()
        _ = try fields.readLittle(UInt16.self)
        let error = WriteError(rawValue: try fields.readUInt8())
        if opcode == 0x12 { confirmed(error, time) }
    }

    private mutating func confirmed(_ error: WriteError?, _ time: Duration) {
        defer { awaited = nil }
        switch (awaited, error) {
        case (nil, _): break
        case (.controlPoint, _): report(.written(error), time)
        case (.subscription(let characteristic, true), nil):
            report(.subscribed(characteristic), time)
        case (.subscription(let characteristic, false), nil):
            report(.unsubscribed(characteristic), time)
        case (.subscription(let characteristic, _), let error?):
            report(.refused(characteristic, error), time)
        }
    }

    private mutating func notified(_ value: [UInt8], of handle: UInt16, _ time: Duration) {
        if map[.dataSource] == nil, answersWhatWasAsked(value) {
            map.guess(.dataSource, at: handle)
        }
        if let characteristic = map.characteristic(at: handle) {
            if characteristic != .controlPoint { report(.value(characteristic, value), time) }
            return
        }
        guard map[.notificationSource] == nil else { return }
        guess.look(at: value, of: handle, at: time)
        if let known = map[.controlPoint] ?? map[.dataSource],
            let handle = guess.handle(near: known)
        {
            settle(handle)
        }
    }

    // MARK: Recognising by shape

    private mutating func recogniseControlPoint(_ value: [UInt8], at handle: UInt16) {
        guard map.characteristic(at: handle) == nil,
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

    /// A handle is the Notification Source: what it has said before counts.
    private mutating func settle(_ handle: UInt16) {
        map.guess(.notificationSource, at: handle)
        guard map[.notificationSource] == handle else { return }
        for value in guess.take(handle) {
            report(.value(.notificationSource, value.bytes), value.time)
        }
    }

    private mutating func report(_ happening: Happening, _ time: Duration) {
        found.append(Found(happening: happening, time: time))
    }
}
