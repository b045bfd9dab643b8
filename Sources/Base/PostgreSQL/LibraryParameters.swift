internal import CPostgreSQL

/// The values of one statement as the library takes them, one after the other in one piece of memory.
struct LibraryParameters {
    private var bytes: [UInt8] = []
    private var starts: [Int?] = []
    private(set) var types: [Oid] = []
    private(set) var lengths: [Int32] = []
    private(set) var formats: [Int32] = []

    /// The most values that a statement can have.
    private static let limit = Int(UInt16.max)
    /// The number of the type of bytes.
    private static let byteType: Oid = 17

    init(_ statement: SQLStatement) throws(ServerFailure) {
        guard !statement.words.utf8.contains(0) else {
            throw .invalid("a statement has a character in it that no text has")
        }
        guard statement.values.count <= Self.limit else {
            throw .invalid("a statement has more than \(Self.limit) values")
        }
        for (index, value) in statement.values.enumerated() {
            guard !value.hasZero else {
                throw .invalid("value \(index + 1) has a character in it that no text has")
            }
            guard let text = value.bytes else {
                starts.append(nil)
                add(.null, length: 0)
                continue
            }
            starts.append(bytes.count)
            bytes += text
            bytes.append(0)
            add(value, length: text.count)
        }
    }

    private mutating func add(_ value: SQLValue, length: Int) {
        lengths.append(Int32(clamping: length))
        formats.append(value.isBinary ? 1 : 0)
        // Zero has the server find out.
        types.append(value.isBinary ? Self.byteType : 0)
    }

    var count: Int32 { Int32(starts.count) }

    /// The bytes of all values.
    var size: Int { bytes.count }

    /// Lends a pointer for each value.
    func withPointers<Result>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        unsafe bytes.withUnsafeBytes { buffer in
            let start = unsafe buffer.assumingMemoryBound(to: CChar.self).baseAddress
            var pointers = unsafe starts.map { offset -> UnsafePointer<CChar>? in
                guard let offset, let start = unsafe start else { return nil }
                return unsafe start + offset
            }
            // The library wants an address also where there are no values.
            unsafe pointers.append(nil)
            return unsafe body(&pointers)
        }
    }
}
