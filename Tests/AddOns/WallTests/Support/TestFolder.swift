import Foundation

/// A folder that is gone with this object.
final class TestFolder {
    let path = FileManager.default.temporaryDirectory.appending(path: "wall-\(UUID())").path

    init() throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of something in it.
    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file.
    @discardableResult
    func write(_ text: String, to name: String, mode: Int = 0o600) throws -> String {
        _ = FileManager.default.createFile(
            atPath: file(name), contents: Data(text.utf8), attributes: [.posixPermissions: mode])
        return file(name)
    }

    /// What is in it.
    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }
}
