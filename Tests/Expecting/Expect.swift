package import Testing

/// Takes it down as a failure of the test where a value is another than it should be.
///
/// The macro `#expect` costs the compiler some eight times as much, and there are thousands of these.
package func expect<Value: Equatable>(
    _ actual: Value, is expected: Value, _ comment: @autoclosure () -> Comment? = nil,
    file: String = #fileID, path: String = #filePath, line: Int = #line, column: Int = #column
) {
    if actual == expected { return }
    let place = SourceLocation(fileID: file, filePath: path, line: line, column: column)
    let why = comment().map { "\($0): " } ?? ""
    Issue.record("\(why)it is \(actual), not \(expected)", sourceLocation: place)
}

/// Takes it down as a failure of the test where something does not hold whose parts say nothing more.
package func expect(
    _ holds: Bool, _ comment: @autoclosure () -> Comment? = nil,
    file: String = #fileID, path: String = #filePath, line: Int = #line, column: Int = #column
) {
    if holds { return }
    let place = SourceLocation(fileID: file, filePath: path, line: line, column: column)
    Issue.record(comment() ?? "it does not hold", sourceLocation: place)
}
