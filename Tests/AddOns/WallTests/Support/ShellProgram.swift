import Commands
import Foundation
import Linux

@testable import Wall

/// A line of the shell in the place of the program that speaks to a centre.
final class ShellProgram {
    private let folder: String
    /// Where it is.
    let path: String

    /// - Parameter lines: what it does with its arguments.
    init(_ lines: String) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "shell-\(UUID())").path
        path = folder + "/program"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try say(lines)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Does something else from the next start on.
    func say(_ lines: String) throws {
        let new = folder + "/new"
        try "#!/bin/sh\n\(lines)\n".write(toFile: new, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: new)
        guard unsafe rename(new, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    /// The path of a file in its folder.
    func file(_ name: String) -> String { "\(folder)/\(name)" }

    /// As a wall starts it.
    var program: CentralChild {
        let path = path
        return CentralChild(WallSettings.Central(), file: nil) { path }
    }
}
