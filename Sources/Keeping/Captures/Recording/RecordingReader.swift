internal import ANCS
import Basics
internal import Features
internal import JSON
internal import Linux
internal import Radio

/// Reads a recording line by line and rejects lines that cannot be replayed.
struct RecordingReader {
    /// Limit of a line in bytes: a value of 65,535 bytes and a name.
    static let lineLimit = 1 << 18

    /// Start time of the recording.
    let started: WallTime
    /// Number of event lines read.
    private(set) var records = 0
    /// Whether the last line is incomplete.
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

    /// Returns the next event, or nil at the end of the file.
    mutating func next() throws(OpeningError) -> RecordedEvent? {
        guard let line = try Self.line(&bytes, line + 1, name) else { return nil }
        self.line += 1
        do throws(JSONError) {
            let event = try event(JSONField(try JSONValue(parsing: line.bytes)))
            records += 1
            return event
        } catch {
            guard line.isEnded else {
                // The writer was interrupted, or is still writing.
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
                sentence: "the line is longer than the limit of \(lineLimit) bytes")
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
        else {
            throw version.error("must be \(RecordingWords.version), the only supported version")
        }
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
            of: "a link event", among: all.map { ($0.rawValue, $0) })
        let fields = try JSONFields(of: field, allowed: common + what.fields)
        let timeField = try fields.required("t")
        let time = Duration.milliseconds(try timeField.integer(in: 0...RecordedEvent.longest))
        guard time >= self.time else {
            throw timeField.error(
                "is earlier than in the line above; lines must be in order of time")
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
        switch what {
        case .linked: return .linked
        case .available: return .tells(.appeared(try fields.service()))
        case .unavailable: return .tells(.vanished(try fields.service()))
        case .subscribe: return .asks(.subscribe(try fields.characteristic()))
        case .unsubscribe: return .asks(.unsubscribe(try fields.characteristic()))
        case .subscribed: return .tells(.subscribed(try fields.characteristic()))
        case .unsubscribed: return .tells(.unsubscribed(try fields.characteristic()))
        case .refused:
            let error = try fields.error(fields.required("error"))
            return .tells(.refused(try fields.characteristic(), error))
        case .value: return .tells(.value(try fields.characteristic(), try fields.hex()))
        case .read: return .asks(.read(try fields.characteristic()))
        case .answer:
            return .tells(.read(try fields.characteristic(), try fields.answer()))
        case .write: return .asks(.write(try fields.hex(), try fields.written()))
        case .written:
            let error = try fields["error"].map(fields.error)
            return .tells(.written(try fields.written(), error))
        case .named: return .tells(.named(try fields.required("name").string()))
        case .unlinked: return .unlinked
        }
    }
}

/// Parsing of the fields that describe an event.
extension JSONFields {
    fileprivate func service() throws(JSONError) -> ServiceID {
        guard let field = self["service"] else { return .notifications }
        return ServiceID(try uuid(field))
    }

    fileprivate func characteristic() throws(JSONError) -> CharacteristicID {
        let service = try service()
        let field = try required("characteristic")
        if self["service"] != nil { return CharacteristicID(try uuid(field), of: service) }
        return try field.choice(of: "a characteristic", among: RecordingWords.characteristics)
    }

    /// The written characteristic; the Control Point by default.
    fileprivate func written() throws(JSONError) -> CharacteristicID {
        let isNamed = self["service"] != nil || self["characteristic"] != nil
        return isNamed ? try characteristic() : Characteristic.controlPoint.id
    }

    fileprivate func hex() throws(JSONError) -> [UInt8] { try required("hex").hexadecimal() }

    fileprivate func error(_ field: JSONField) throws(JSONError) -> AttributeError {
        AttributeError(rawValue: UInt8(try field.integer(in: 0...255)))
    }

    fileprivate func answer() throws(JSONError) -> Result<[UInt8], AttributeError> {
        guard let field = self["error"] else { return .success(try hex()) }
        if let hex = self["hex"] { throw hex.error("must be absent if there is an error") }
        return .failure(try error(field))
    }

    private func uuid(_ field: JSONField) throws(JSONError) -> UInt128 {
        guard let uuid = UInt128(uuidText: try field.string()) else {
            throw field.error("must be 32 hexadecimal digits in groups of 8-4-4-4-12")
        }
        return uuid
    }
}
