internal import Linux

/// Record header of a capture file.
protocol RecordHeader {
    /// Properties that all records of a file share.
    associatedtype Layout

    /// Size of the header in bytes.
    static var length: Int { get }
    /// Size of the packet in bytes; negative if the length field is invalid.
    var size: Int { get }

    init(_ header: ArraySlice<UInt8>, _ layout: Layout) throws(RecordFieldReader.EndsEarly)

    func packet(_ bytes: ArraySlice<UInt8>, _ layout: Layout) -> CapturedPacket
}

/// Sequential reader of the packets of a capture.
struct PacketFile {
    private let name: String
    private let format: CaptureFormat
    private var bytes: FileBytes
    private var hasEnded = false
    /// Number of records read.
    private(set) var records = 0
    /// Whether the last record is incomplete, as in a file that is still being written.
    private(set) var isCut = false

    var offset: UInt64 { bytes.offset }

    /// Opens a capture and skips its header.
    ///
    /// - Parameter bytes: the file from its first byte
    init(_ bytes: FileBytes, _ format: CaptureFormat, named name: String) throws(OpeningError) {
        self.bytes = bytes
        self.format = format
        self.name = name
        _ = try read(format.headerLength)
    }

    /// Returns the next packet, or nil at the end of the file.
    mutating func next() throws(OpeningError) -> CapturedPacket? {
        guard !hasEnded else { return nil }
        switch format {
        case .recording: return nil
        case .btsnoop(let layout): return try record(BTSnoopRecord.self, layout)
        case .packetLogger(let order): return try record(PacketLoggerRecord.self, order)
        case .pcap(let layout): return try record(PCAPRecord.self, layout)
        }
    }

    private mutating func record<Record: RecordHeader>(
        _: Record.Type, _ layout: Record.Layout
    ) throws(OpeningError) -> CapturedPacket? {
        let place = OpeningError.Place.record(records + 1, offset: bytes.offset)
        let header = try read(Record.length)
        guard let record = try? Record(header, layout) else {
            hasEnded = true
            isCut = !header.isEmpty
            return nil
        }
        let size = record.size
        guard (0...CapturedPacket.sizeLimit).contains(size) else {
            hasEnded = true
            throw OpeningError(
                file: name, place: place,
                sentence: "the size of this record is \(size) bytes, but must be at most "
                    + "\(CapturedPacket.sizeLimit); the file is damaged from here on")
        }
        let content = try read(size)
        guard content.count == size else {
            hasEnded = true
            isCut = true
            return nil
        }
        records += 1
        return record.packet(content, layout)
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
