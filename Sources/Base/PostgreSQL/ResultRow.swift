/// A row that a statement found.
package struct ResultRow: Hashable, Sendable {
    /// The names of its columns.
    package let columns: [String]
    private let bytes: [UInt8]
    private let cells: [Range<Int>?]

    init(columns: [String], bytes: [UInt8], cells: [Range<Int>?]) {
        self.columns = columns
        self.bytes = bytes
        self.cells = cells
    }

    /// How many columns it has.
    package var count: Int { cells.count }

    /// Whether there is nothing in a column.
    package func isNull(_ column: Int) -> Bool { cells[column] == nil }

    /// What is in a column, as the server wrote it; nil where there is nothing.
    package func raw(_ column: Int) -> ArraySlice<UInt8>? { cells[column].map { bytes[$0] } }

    /// What is in a column, where it may be nothing; throws where it is something else.
    package func optional<Value: CellValue>(
        _ column: Int, as type: Value.Type = Value.self
    ) throws(ServerFailure) -> Value? {
        guard let raw = raw(column) else { return nil }
        guard let value = Value(cell: raw) else {
            throw .column(columns[column], wanted: Value.cellWords)
        }
        return value
    }

    /// What is in a column; throws where there is nothing, or something else.
    package func value<Value: CellValue>(
        _ column: Int, as type: Value.Type = Value.self
    ) throws(ServerFailure) -> Value {
        guard let value = try optional(column, as: type) else {
            throw .column(columns[column], wanted: Value.cellWords)
        }
        return value
    }
}
