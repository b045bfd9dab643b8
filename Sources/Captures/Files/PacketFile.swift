internal import Linux

/// The packets of a capture, one after another.
struct PacketFile {
    private let name: String
    private let format: CaptureFormat
    private var bytes: FileBytes
    private var hasEnded = false
    /// Records that have been read.
    private(set) var records = 0
    /// Whether the last record is not all there, as in a file that is still written.
    private(set) var isCut = false

    var offset: UInt64 { bytes.offset }

    /// - Parameter bytes: the file from its first byte on.
    init(_ bytes: FileBytes, _ format: CaptureFormat, named name: String) throws(OpeningError) {
        self.bytes = bytes
        self.format = format
        self.name = name
        _ = try read(format.headerLength)
    }

    /// The next packet, or nil at the end of the file.
    mutating func next() throws(OpeningError) -> CapturedPacket? {
        guard !hasEnded else { return nil }
        switch format {
        case .recording: return nil
        case .btsnoop(let layout):
            return try record(
                BTSnoopRecord.length,
                { header throws(FieldReader.EndsEarly) in try BTSnoopRecord(header) },
                size: \.size
            ) { $0.packet($1, layout) }
        case .packetLogger(let order):
            return try record(
                PacketLoggerRecord.length,
                { header throws(FieldReader.EndsEarly) in try PacketLoggerRecord(header, order) },
                size: \.size
            ) { $0.packet($1) }
        case .pcap(let layout):
            return try record(
                PCAPRecord.length,
                { header throws(FieldReader.EndsEarly) in try PCAPRecord(header, layout) },
                size: \.size
            ) { $0.packet($1, layout) }
        }
    }

    private mutating func record<Record>(
        _ headerLength: Int,
        _ parse: (ArraySlice<UInt8>) throws(FieldReader.EndsEarly) -> Record,
        size: (Record) -> Int, packet: (Record, ArraySlice<UInt8>) -> CapturedPacket
    ) throws(OpeningError) -> CapturedPacket? {
        let place = OpeningError.Place.record(records + 1, offset: bytes.offset)
        let header = try read(headerLength)
        guard let record = try? parse(header) else {
            hasEnded = true
            isCut = !header.isEmpty
            return nil
        }
        let size = size(record)
        guard (0...CapturedPacket.sizeLimit).contains(size) else {
            hasEnded = true
            throw OpeningError(
                file: name, place: place,
                sentence: "this record says that it has \(size) bytes, and none may have more than "
                    + "\(CapturedPacket.sizeLimit); the file is damaged from here on")
        }
        let content = try read(size)
        guard content.count == size else {
            hasEnded = true
            isCut = true
            return nil
        }
        records += 1
        return packet(record, content)
    }

    private mutating func read(_ count: Int) throws(OpeningError) -> ArraySlice<UInt8> {
        do throws(Errno) {
            return try bytes.take(count)
        } catch {
            hasEnded = true
            throw OpeningError(file: name, sentence: "cannot be read: \(error)")
        }
    }
}
