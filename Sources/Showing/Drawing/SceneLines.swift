internal import Scenes

/// Splitter of the input into lines of scenes, with a limit on the memory of a line.
struct SceneLines {
    private enum Rest {
        /// Incomplete line.
        case some([UInt8])
        /// The line is too long; the rest of it is skipped.
        case passedOver
    }

    private var rest = Rest.some([])
    /// Whether the input has ended.
    private(set) var areOver = false

    /// Takes bytes, with an empty array as the end, and returns the lines that end in them; nil for
    /// a line that was too long.
    mutating func take(_ bytes: [UInt8]) -> [[UInt8]?] {
        if bytes.isEmpty { areOver = true }
        var lines: [[UInt8]?] = []
        for (index, part) in bytes.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
        ).enumerated() {
            if index > 0 { lines.append(end()) }
            go(on: part)
        }
        return lines
    }

    private mutating func go(on part: ArraySlice<UInt8>) {
        guard case .some(var line) = rest else { return }
        // `rest` must not refer to the bytes meanwhile, or appending would copy them.
        rest = .passedOver
        line += part
        if line.count <= Scene.longestLine { rest = .some(line) }
    }

    private mutating func end() -> [UInt8]? {
        defer { rest = .some([]) }
        return if case .some(let line) = rest { line } else { nil }
    }
}
