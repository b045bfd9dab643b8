internal import ANCS
internal import Features
internal import JSON
internal import Linux
internal import Radio

/// Reads a recording line by line, and refuses what could not be replayed as it stands.
struct RecordingReader {
    /// The longest line: a value of 65,535 bytes, and a name.
    static let lineLimit = 1 << 18

    /// When the recording began.
    let started: WallTime
    /// Lines of events that have been read.
    private(set) var records = 0
    /// Whether the last line is not all there.
    private(set) var isCut = false

    private let name: String
    private var bytes: FileBytes
    private var line = 0
    private var time: Duration = .zero

    var offset: UInt64 { bytes.offset }

    init(_ bytes: FileBytes, named name: String) throws(OpeningError) {
        var bytes = bytes
        self.name = name
        guard let line = try Self.line(&bytes, 1, name) else {
            throw OpeningError(file: name, place: .line(1), sentence: "there is no first line")
        }
        started = try Self.checked(name, 1) { () throws(JSONError) in
            try Self.header(JSONField(try JSONValue(parsing: line.bytes)))
        }
        self.line = 1
        self.bytes = bytes
    }

    /// The next event, or nil at the end of the file.
    mutating func next() throws(OpeningError) -> RecordedEvent? {
        guard let line = try Self.line(&bytes, line + 1, name) else { return nil }
        self.line += 1
        do throws(JSONError) {
            let event = try event(JSONField(try JSONValue(parsing: line.bytes)))
            records += 1
            return event
        } catch {
            guard line.isEnded else {
                // Whoever wrote it had no time to write it all, or is writing still.
                isCut = true
                return nil
            }
            throw Self.opening(error, name, self.line)
        }
    }

    // MARK: Lines

    private static func line(
        _ bytes: inout FileBytes, _ number: Int, _ name: String
    ) throws(OpeningError) -> (bytes: [UInt8], isEnded: Bool)? {
        let line: (bytes: [UInt8], isEnded: Bool)?
        do throws(Errno) {
            line = try bytes.takeLine(upTo: lineLimit)
        } catch {
            throw OpeningError(file: name, sentence: "cannot be read: \(error)")
        }
        guard line?.bytes.count ?? 0 < lineLimit else {
            throw OpeningError(
                file: name, place: .line(number),
                sentence: "the line is longer than \(lineLimit) bytes, which no event is")
        }
        return line
    }

    private static func checked<Value>(
        _ name: String, _ line: Int, _ body: () throws(JSONError) -> Value
    ) throws(OpeningError) -> Value {
        do throws(JSONError) {
            return try body()
        } catch {
            throw opening(error, name, line)
        }
    }

    private static func opening(_ error: JSONError, _ name: String, _ line: Int) -> OpeningError {
        let field = error.path?.description ?? "column \(error.position.column)"
        return OpeningError(
            file: name, place: .line(line),
            sentence: field.isEmpty ? error.sentence : "\(field): \(error.sentence)")
    }

    // MARK: Fields

    private static func header(_ field: JSONField) throws(JSONError) -> WallTime {
        let fields = try JSONFields(
            of: field, allowed: ["v", "recording", "started", "anonymised"])
        let kind = try fields.required("recording")
        guard try kind.string() == RecordingWords.format else {
            throw kind.error("must be \"\(RecordingWords.format)\"")
        }
        let version = try fields.required("v")
        guard case .integer(let number) = version.value.content, number == RecordingWords.version
        else { throw version.error("must be \(RecordingWords.version), the only version there is") }
        _ = try fields["anonymised"]?.bool()
        let latest = Int(CapturedPacket.times.upperBound / 1000)
        return WallTime(
            milliseconds: Int64(try fields.required("started").integer(in: 0...latest)))
    }

    private mutating func event(_ field: JSONField) throws(JSONError) -> RecordedEvent {
        let all = RecordingWords.What.allCases
        let common = ["t", "phone", "name", "what"]
        let known = try JSONFields(
            of: field, allowed: common + ["service", "characteristic", "hex", "error"])
        let what = try known.required("what").choice(
            of: "something that happens on a link", among: all.map { ($0.rawValue, $0) })
        let fields = try JSONFields(of: field, allowed: common + what.fields)
        let timeField = try fields.required("t")
        let time = Duration.milliseconds(try timeField.integer(in: 0...RecordedEvent.longest))
        guard time >= self.time else {
            throw timeField.error("is before the line above; lines are in the order of time")
        }
        let phone = try fields.required("phone").integer(in: 1...RecordedEvent.phoneLimit)
        let name = what == .named ? nil : try fields["name"]?.string()
        let happening = try happening(what, fields)
        self.time = time
        return RecordedEvent(time: time, phone: phone, name: name, happening: happening)
    }

    private func happening(
        _ what: RecordingWords.What, _ fields: JSONFields
    ) throws(JSONError) -> Happening {
        let service = try fields["service"].map(Self.uuid).map(ServiceID.init) ?? .notifications
        func id() throws(JSONError) -> CharacteristicID {
            if fields["service"] != nil {
                return CharacteristicID(
                    try Self.uuid(fields.required("characteristic")), of: service)
            }
            if what.isWrite, fields["characteristic"] == nil {
                return Characteristic.controlPoint.id
            }
            return try fields.required("characteristic").choice(
                of: "a characteristic", among: RecordingWords.characteristics)
        }
        func hex() throws(JSONError) -> [UInt8] {
            let field = try fields.required("hex")
            guard let bytes = Hex.bytes(of: try field.string()) else {
                throw field.error("must be pairs of hexadecimal digits")
            }
            return bytes
        }
        func error(_ field: JSONField) throws(JSONError) -> AttributeError {
            AttributeError(rawValue: UInt8(try field.integer(in: 0...255)))
        }
        switch what {
        case .linked: return .linked
        case .available: return .tells(.appeared(service))
        case .unavailable: return .tells(.vanished(service))
        case .subscribe: return .asks(.subscribe(try id()))
        case .unsubscribe: return .asks(.unsubscribe(try id()))
        case .subscribed: return .tells(.subscribed(try id()))
        case .unsubscribed: return .tells(.unsubscribed(try id()))
        case .refused:
            return .tells(.refused(try id(), try error(try fields.required("error"))))
        case .value: return .tells(.value(try id(), try hex()))
        case .read: return .asks(.read(try id()))
        case .answer:
            guard let field = fields["error"] else {
                return .tells(.read(try id(), .success(try hex())))
            }
            if let hex = fields["hex"] { throw hex.error("is not there where there is an error") }
            return .tells(.read(try id(), .failure(try error(field))))
        case .write: return .asks(.write(try hex(), try id()))
        case .written: return .tells(.written(try id(), try fields["error"].map(error)))
        case .named: return .tells(.named(try fields.required("name").string()))
        case .unlinked: return .unlinked
        }
    }

    private static func uuid(_ field: JSONField) throws(JSONError) -> UInt128 {
        guard let uuid = UInt128(uuidText: try field.string()) else {
            throw field.error("must be 32 hexadecimal digits in groups of 8-4-4-4-12")
        }
        return uuid
    }
}
