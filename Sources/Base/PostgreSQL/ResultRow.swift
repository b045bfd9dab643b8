/// A row of a query.
package struct ResultRow: Hashable, Sendable {
    package let columns: [String]
    private let bytes: [UInt8]
    private let cells: [Range<Int>?]

    init(columns: [String], bytes: [UInt8], cells: [Range<Int>?]) {
        self.columns = columns
        self.bytes = bytes
        self.cells = cells
    }

    package var count: Int { cells.count }

    /// Returns whether a column is NULL.
    package func isNull(_ column: Int) -> Bool { cells[column] == nil }

    /// Returns the text of the server for a column; nil for NULL.
    package func raw(_ column: Int) -> ArraySlice<UInt8>? { cells[column].map { bytes[$0] } }

    /// Returns the value of a column or nil for NULL; throws if it is another type.
    package func optional<Value: CellValue>(
        _ column: Int, as type: Value.Type = Value.self
    ) throws(ServerFailure) -> Value? {
        guard let raw = raw(column) else { return nil }
        guard let value = Value(cell: raw) else {
            throw .column(columns[column], wanted: Value.cellWords)
        }
        return value
    }

    /// Returns the value of a column; throws if it is NULL or another type.
    package func value<Value: CellValue>(
        _ column: Int, as type: Value.Type = Value.self
    ) throws(ServerFailure) -> Value {
        guard let value = try optional(column, as: type) else {
            throw .column(columns[column], wanted: Value.cellWords)
        }
        return value
    }
}
