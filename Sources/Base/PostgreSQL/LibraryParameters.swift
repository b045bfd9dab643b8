internal import CPostgreSQL

/// The values of a statement in the form of libpq, in one block of memory.
struct LibraryParameters {
    private var bytes: [UInt8] = []
    private var starts: [Int?] = []
    private(set) var types: [Oid] = []
    private(set) var lengths: [Int32] = []
    private(set) var formats: [Int32] = []

    /// Maximum number of values of a statement.
    private static let limit = Int(UInt16.max)
    /// The object id of the type bytea.
    private static let byteType: Oid = 17

    init(_ statement: SQLStatement) throws(ServerFailure) {
        guard !statement.words.utf8.contains(0) else {
            throw .invalid("a statement contains a NUL character")
        }
        guard statement.values.count <= Self.limit else {
            throw .invalid("a statement has more than \(Self.limit) values")
        }
        for (index, value) in statement.values.enumerated() {
            guard !value.hasZero else {
                throw .invalid("value \(index + 1) contains a NUL character")
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
        // Zero lets the server infer the type.
        types.append(value.isBinary ? Self.byteType : 0)
    }

    var count: Int32 { Int32(starts.count) }

    /// Total size of the values in bytes.
    var size: Int { bytes.count }

    /// Calls a closure with a pointer for each value.
    func withPointers<Result>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        unsafe bytes.withUnsafeBytes { buffer in
            let start = unsafe buffer.assumingMemoryBound(to: CChar.self).baseAddress
            var pointers = unsafe starts.map { offset -> UnsafePointer<CChar>? in
                guard let offset, let start = unsafe start else { return nil }
                return unsafe start + offset
            }
            // libpq requires an address even without values.
            unsafe pointers.append(nil)
            return unsafe body(&pointers)
        }
    }
}
