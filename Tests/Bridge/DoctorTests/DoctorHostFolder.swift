import Foundation
import Linux

/// A folder that stands for the root of a machine, and goes with its test.
final class DoctorHostFolder {
    let root = FileManager.default.temporaryDirectory.appending(path: "host-\(UUID())").path

    var files: HostFiles { HostFiles(root: root) }

    deinit {
        try? FileManager.default.removeItem(atPath: root)
    }

    func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: try place(path))
    }

    func link(_ path: String, to destination: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: try place(path).path, withDestinationPath: destination)
    }

    /// A serial port with what udev says of it.
    func plugIn(_ node: String, number: String, _ record: String = "") throws {
        try write("", to: "/dev/\(node)")
        try write(number + "\n", to: "/sys/class/tty/\(node)/dev")
        try write(record, to: "/run/udev/data/c\(number)")
    }

    /// Where something is to be, in a folder that is there.
    private func place(_ path: String) throws -> URL {
        let url = URL(filePath: root + path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        return url
    }
}
