internal import CLinux

/// A group of this machine.
package struct UserGroup: Hashable, Sendable {
    /// The group's name.
    package let name: String
    /// The group's number.
    package let number: UInt32

    /// A group that is known already; nobody is asked for it.
    package init(name: String, number: UInt32) {
        self.name = name
        self.number = number
    }

    /// Looks a group up by its name; nil where there is none.
    package static func named(_ name: String) throws(Errno) -> UserGroup? {
        let number = try Accounts.look { buffer throws(Errno) in
            var entry = unsafe group()
            var found: UnsafeMutablePointer<group>?
            let status = unsafe getgrnam_r(name, &entry, &buffer, buffer.count, &found)
            return try Accounts.outcome(status, unsafe found == nil ? nil : entry.gr_gid)
        }
        return number.map { UserGroup(name: name, number: $0) }
    }

    /// The group of the file at a path; nil where that is not to be seen, or has no name.
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

/// A user of this machine.
package struct UserAccount: Hashable, Sendable {
    /// The account's name.
    package let name: String
    /// The account's number.
    package let number: UInt32
    /// The user's own group.
    package let group: UInt32

    /// The name of the user with a number; nil where there is none.
    package static func name(of number: UInt32) throws(Errno) -> String? {
        try Accounts.look { buffer throws(Errno) in
            var entry = unsafe passwd()
            var found: UnsafeMutablePointer<passwd>?
            let status = unsafe getpwuid_r(number, &entry, &buffer, buffer.count, &found)
            return try Accounts.outcome(
                status, unsafe found == nil ? nil : String(cString: entry.pw_name))
        }
    }

    /// Looks a user up by their name; nil where there is none.
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

/// What looking up users and groups has in common.
private enum Accounts {
    /// The most memory that one entry may take; a group with very many members takes much.
    private static let mostBytes = 1 << 20

    /// Looks with more and more memory until it is enough.
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

    /// Reads what a look-up returned: for a name that is not there it may also be an error.
    static func outcome<Entry>(_ status: Int32, _ entry: Entry?) throws(Errno) -> Entry? {
        switch status {
        case 0: return entry
        case ENOENT, ESRCH, EBADF, EPERM: return nil
        default: throw Errno(rawValue: status)
        }
    }
}
