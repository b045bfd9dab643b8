package import Linux

/// Whether bluetoothd runs on this machine, which would have the adapters to itself.
package enum BluetoothDaemon {
    /// Processes that are looked at; a machine has no more by default.
    private static let processLimit = 1 << 22
    /// A process's status takes less than two thousand bytes.
    private static let longestStatus = 16 << 10
    /// How its status begins; what begins otherwise, as nearly all do, is not read further.
    private static let beginning = Array("Name:\tbluetoothd\n".utf8)

    /// The number of the process, nil where none runs.
    ///
    /// Only one of root's counts: anybody may call a program so.
    ///
    /// - Parameter folder: where the kernel shows processes.
    package static func find(in folder: String = "/proc") throws(Errno) -> Int32? {
        let numbers = try FolderList.names(in: folder, limit: processLimit).compactMap(Int32.init)
        return numbers.sorted().first { number in
            guard let text = status(at: "\(folder)/\(number)/status") else { return false }
            return isDaemon(text)
        }
    }

    /// A process may end at any moment, and others' may be hidden.
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
        // The second of four numbers is the user that it acts as.
        guard let users = fields["Uid:"], users.count > 1 else { return false }
        return users[1] == "0" && !["Z", "X"].contains(fields["State:"]?.first ?? "")
    }
}
