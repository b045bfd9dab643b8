/// Format of a file, detected from its first bytes.
enum CaptureFormat: Hashable, Sendable {
    /// Session recorded by this program.
    case recording
    case btsnoop(BTSnoopLayout)
    case packetLogger(ByteOrder)
    case pcap(PCAPLayout)

    /// Number of bytes that identify every format.
    static let headLength = 24
    /// Offset of the first record.
    var headerLength: Int {
        switch self {
        case .recording, .packetLogger: 0
        case .btsnoop: 16
        case .pcap: 24
        }
    }

    /// Detects the format from the beginning of a file.
    init(head: ArraySlice<UInt8>) throws(FormatProblem) {
        let head = Array(head)
        if head.isEmpty { throw FormatProblem("is empty") }
        if head.starts(with: "btsnoop\0".utf8) {
            self = .btsnoop(try BTSnoopLayout(header: head))
        } else if let layout = try PCAPLayout(header: head) {
            self = .pcap(layout)
        } else if head.first(where: { ![0x20, 0x09, 0x0D, 0x0A].contains($0) }) == 0x7B {
            self = .recording
        } else if let order = PacketLoggerRecord.order(head) {
            self = .packetLogger(order)
        } else {
            throw FormatProblem(Self.refusal(of: head))
        }
    }

    private static func refusal(of head: [UInt8]) -> String {
        if head.starts(with: [0x1F, 0x8B]) { return "is compressed; unpack it with gunzip first" }
        if head.starts(with: [0x50, 0x4B, 3, 4]) {
            return "is a zip archive; unpack it and name the file btsnoop_hci.log inside"
        }
        if head.starts(with: [0x0A, 0x0D, 0x0D, 0x0A]) {
            return "is a pcapng capture; save it as btsnoop or as pcap, for instance with "
                + "editcap -F btsnoop"
        }
        return "is neither a capture (btsnoop, PacketLogger or pcap) nor a session recorded with "
            + "callboard run --record"
    }
}

/// Reason why a format is unsupported, as a sentence without its subject.
struct FormatProblem: Error, Hashable, Sendable {
    let sentence: String

    init(_ sentence: String) {
        self.sentence = sentence
    }
}

/// Byte order of numbers in a file.
enum ByteOrder: Hashable, Sendable {
    case big
    case little
}

extension RecordFieldReader {
    mutating func readUInt32(_ order: ByteOrder) throws(EndsEarly) -> UInt32 {
        switch order {
        case .big: try readBig(UInt32.self)
        case .little: try readLittle(UInt32.self)
        }
    }
}
