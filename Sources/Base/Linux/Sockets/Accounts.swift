internal import CLinux

/// A user group of this host.
package struct UserGroup: Hashable, Sendable {
    package let name: String
    /// Group id.
    package let number: UInt32

    /// Creates a known group without a look-up.
    package init(name: String, number: UInt32) {
        self.name = name
        self.number = number
    }

    /// Looks up a group by name; nil if it does not exist.
    package static func named(_ name: String) throws(Errno) -> UserGroup? {
        let number = try Accounts.look { buffer throws(Errno) in
            var entry = unsafe group()
            var found: UnsafeMutablePointer<group>?
            let status = unsafe getgrnam_r(name, &entry, &buffer, buffer.count, &found)
            return try Accounts.outcome(status, unsafe found == nil ? nil : entry.gr_gid)
        }
        return number.map { UserGroup(name: name, number: $0) }
    }

    /// Returns the group of a file; nil if the file is not visible or the group has no name.
    package static func ofFile(at path: String) -> UserGroup? {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        let number = status.st_gid
        let name = try? Accounts.look { buffer throws(Errno) in
            var entry = unsafe group()
            var found: UnsafeMutablePointer<group>?
            let status = unsafe getgrgid_r(number, &entry, &buffer, buffer.count, &found)
            return try Accounts.outcome(
                status, unsafe found == nil ? nil : String(cString: entry.gr_name))
        }
        return name.map { UserGroup(name: $0, number: number) }
    }
}

/// A user account of this host.
package struct UserAccount: Hashable, Sendable {
    package let name: String
    /// User id.
    package let number: UInt32
    /// Id of the primary group.
    package let group: UInt32

    /// Returns the name of a user id; nil if there is none.
    package static func name(of number: UInt32) throws(Errno) -> String? {
        try Accounts.look { buffer throws(Errno) in
            var entry = unsafe passwd()
            var found: UnsafeMutablePointer<passwd>?
            let status = unsafe getpwuid_r(number, &entry, &buffer, buffer.count, &found)
            return try Accounts.outcome(
                status, unsafe found == nil ? nil : String(cString: entry.pw_name))
        }
    }

    /// Looks up a user by name; nil if there is none.
    package static func named(_ name: String) throws(Errno) -> UserAccount? {
        try Accounts.look { buffer throws(Errno) in
            var entry = unsafe passwd()
            var found: UnsafeMutablePointer<passwd>?
            let status = unsafe getpwnam_r(name, &entry, &buffer, buffer.count, &found)
            return try Accounts.outcome(
                status,
                unsafe found == nil
                    ? nil : UserAccount(name: name, number: entry.pw_uid, group: entry.pw_gid))
        }
    }
}

/// Common code of the look-ups.
private enum Accounts {
    /// Maximum size of an entry; a group with very many members needs much memory.
    private static let mostBytes = 1 << 20

    /// Repeats a look-up with larger buffers until it succeeds.
    static func look<Entry>(
        _ find: (inout [CChar]) throws(Errno) -> Entry?
    ) throws(Errno) -> Entry? {
        var buffer = [CChar](repeating: 0, count: 1024)
        while true {
            do throws(Errno) {
                return try find(&buffer)
            } catch .outOfRange where buffer.count < mostBytes {
                buffer = [CChar](repeating: 0, count: buffer.count * 4)
            }
        }
    }

    /// Evaluates the result of a look-up: a missing name may also be reported as an error.
    static func outcome<Entry>(_ status: Int32, _ entry: Entry?) throws(Errno) -> Entry? {
        switch status {
        case 0: return entry
        case ENOENT, ESRCH, EBADF, EPERM: return nil
        default: throw Errno(rawValue: status)
        }
    }
}
