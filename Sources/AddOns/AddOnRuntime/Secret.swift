package import Commands
package import Linux

/// Reader of secrets; the configuration names only their location.
package enum Secret {
    /// Maximum bytes of a secret.
    package static let limit = 4_096

    /// Folders for credentials of a service; the first one is this process's own.
    private static func folders(of service: String) -> [String] {
        let own = Environment.value("CREDENTIALS_DIRECTORY").map { [$0] } ?? []
        return own + ["/run/credentials/\(service).service", "/etc/credstore", "/run/credstore"]
    }

    /// Reason why a secret cannot be read.
    package enum Problem: Error, Hashable, CustomStringConvertible {
        case noCredential(String, service: String)
        case unreadable(String, Errno)
        /// Other users may read or write the file, or its group may write it.
        case open(String, service: String)
        /// The file is empty, or longer than the limit.
        case size(String)

        /// A sentence without a full stop and without the secret.
        package var description: String {
            switch self {
            case .noCredential(let name, let service):
                "there is no credential \(name): put it into /etc/credstore/\(name), readable by root "
                    + "alone, or name its file with LoadCredential= for \(service).service"
            case .unreadable(let path, let error): "\(path) cannot be read: \(error)"
            case .open(let path, let service):
                "\(path) may be read by others: chgrp \(service) \(path) && chmod 0640 \(path)"
            case .size(let path): "\(path) is empty, or too long for a secret"
            }
        }
    }

    /// Returns the file that contains a secret.
    ///
    /// - Parameter service: name of the systemd unit whose credentials are used, without `.service`.
    package static func path(
        of place: SecretPlace, service: String
    ) throws(Problem) -> String {
        switch place {
        case .file(let path):
            guard let look = FileInspection(at: FileDescriptor.canonicalPath(path)) else {
                throw .unreadable(path, .noEntry)
            }
            // The file's group may be that of the service; no other user needs access.
            if look.mode & 0o037 != 0 { throw .open(path, service: service) }
            return path
        case .credential(let name):
            let found = folders(of: service).map { "\($0)/\(name)" }
                .first(where: FileDescriptor.exists)
            guard let found else { throw .noCredential(name, service: service) }
            return found
        }
    }

    /// Returns a secret without its line ending.
    package static func text(
        of place: SecretPlace, service: String
    ) throws(Problem) -> String {
        let path = try path(of: place, service: service)
        // The line ending, up to two bytes, does not count.
        var bytes = try bytes(of: path, upTo: limit + 2)
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        guard (1...limit).contains(bytes.count) else { throw .size(path) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the contents of a file of secrets, which may be empty.
    ///
    /// - Parameter limit: maximum bytes of the file.
    package static func contents(
        of place: SecretPlace, service: String, upTo limit: Int
    ) throws(Problem) -> String {
        String(
            decoding: try bytes(of: path(of: place, service: service), upTo: limit), as: UTF8.self)
    }

    private static func bytes(of path: String, upTo limit: Int) throws(Problem) -> [UInt8] {
        var bytes: [UInt8] = []
        do throws(Errno) {
            guard let file = try FileDescriptor.open(readingAtOnce: path) else { return [] }
            while bytes.count <= limit {
                let more = try file.read(upTo: limit + 1 - bytes.count)
                if more.isEmpty { break }
                bytes += more
            }
        } catch {
            throw .unreadable(path, error)
        }
        guard bytes.count <= limit else { throw .size(path) }
        return bytes
    }
}
