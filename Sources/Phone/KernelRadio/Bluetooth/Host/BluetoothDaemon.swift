package import Linux

/// Detection of a running bluetoothd, which would control the adapters itself.
package enum BluetoothDaemon {
    /// Maximum number of examined processes; the default maximum of Linux.
    private static let processLimit = 1 << 22
    /// Read limit of a process's status, which has less than two thousand bytes.
    private static let longestStatus = 16 << 10
    /// First line of the status file of bluetoothd; files that begin otherwise are not examined
    /// further.
    private static let beginning = Array("Name:\tbluetoothd\n".utf8)

    /// Returns the process ID of bluetoothd, or nil if it does not run.
    ///
    /// Only a process of root counts, because any user can give a program this name.
    ///
    /// - Parameter folder: the proc file system.
    package static func find(in folder: String = "/proc") throws(Errno) -> Int32? {
        let numbers = try FolderList.names(in: folder, limit: processLimit).compactMap(Int32.init)
        return numbers.sorted().first { number in
            guard let text = status(at: "\(folder)/\(number)/status") else { return false }
            return isDaemon(text)
        }
    }

    /// Returns nil on errors: a process may end at any moment, and others may be hidden.
    private static func status(at path: String) -> String? {
        guard let file = try? FileDescriptor.open(readingFrom: path),
            let bytes = try? file.read(upTo: longestStatus), bytes.starts(with: beginning)
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isDaemon(_ status: String) -> Bool {
        var fields: [Substring: [Substring]] = [:]
        for line in status.split(separator: "\n") {
            let words = line.split { $0 == "\t" || $0 == " " }
            guard let key = words.first else { continue }
            fields[key] = Array(words.dropFirst())
        }
        // The second of four numbers is the effective user.
        guard let users = fields["Uid:"], users.count > 1 else { return false }
        return users[1] == "0" && !["Z", "X"].contains(fields["State:"]?.first ?? "")
    }
}
