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
