internal import Scenes

/// Cuts what comes into the lines of scenes, and keeps no more of one than a scene can have.
struct SceneLines {
    private enum Rest {
        /// What has come of a line.
        case some([UInt8])
        /// The line is too long; what comes of it is passed over.
        case passedOver
    }

    private var rest = Rest.some([])
    /// Whether no more come.
    private(set) var areOver = false

    /// Takes bytes, of which none are the end, and gives the lines that they end; nil for one that was
    /// too long.
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
        // Nothing else may hold the bytes, or they would be copied.
        rest = .passedOver
        line += part
        if line.count <= Scene.longestLine { rest = .some(line) }
    }

    private mutating func end() -> [UInt8]? {
        defer { rest = .some([]) }
        return if case .some(let line) = rest { line } else { nil }
    }
}
