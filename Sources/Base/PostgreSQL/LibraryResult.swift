internal import CPostgreSQL

/// A libpq result, cleared with its owner.
@safe
struct LibraryResult: ~Copyable {
    private let pointer: OpaquePointer

    /// Takes ownership.
    init(owning pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe PQclear(pointer)
    }

    var status: ExecStatusType { unsafe PQresultStatus(pointer) }

    /// The error or notice.
    var notice: ServerNotice { unsafe ServerNotice(pointer) }

    /// Number of inserted, changed, removed or selected rows.
    var rowCount: Int {
        unsafe Int(String(cString: PQcmdTuples(pointer))) ?? 0
    }

    /// Names of the columns.
    var columns: [String] {
        let count = unsafe PQnfields(pointer)
        return (0..<count).map { unsafe String(cString: PQfname(pointer, $0)) }
    }

    /// Size of the only row in bytes.
    var rowSize: Int {
        let count = unsafe PQnfields(pointer)
        return (0..<count).reduce(0) { unsafe $0 + Int(PQgetlength(pointer, 0, $1)) }
    }

    /// Returns the only row.
    func row(_ columns: [String]) -> ResultRow {
        var bytes: [UInt8] = []
        var cells: [Range<Int>?] = []
        let count = unsafe PQnfields(pointer)
        for column in 0..<count {
            guard unsafe PQgetisnull(pointer, 0, column) == 0 else {
                cells.append(nil)
                continue
            }
            let start = bytes.count
            let length = unsafe Int(PQgetlength(pointer, 0, column))
            unsafe bytes.append(
                contentsOf: UnsafeRawBufferPointer(
                    start: PQgetvalue(pointer, 0, column), count: length))
            cells.append(start..<bytes.count)
        }
        return ResultRow(columns: columns, bytes: bytes, cells: cells)
    }
}
