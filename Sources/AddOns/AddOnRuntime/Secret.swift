package import Commands
package import Linux

/// Reads what the configuration only says the place of.
package enum Secret {
    /// Bytes of a secret at most.
    package static let limit = 4_096

    /// Where a service manager has put credentials, or would take them from; the first is this process's own.
    private static func folders(of service: String) -> [String] {
        let own = Environment.value("CREDENTIALS_DIRECTORY").map { [$0] } ?? []
        return own + ["/run/credentials/\(service).service", "/etc/credstore", "/run/credstore"]
    }

    /// Why a secret cannot be had.
    package enum Problem: Error, Hashable, CustomStringConvertible {
        /// The service has no such credential.
        case noCredential(String, service: String)
        /// The file cannot be read.
        case unreadable(String, Errno)
        /// Others than the service may read the file as well.
        case open(String, service: String)
        /// There is nothing in it, or far too much.
        case size(String)

        /// A sentence without a full stop, and without the secret.
        package var description: String {
            switch self {
            case .noCredential(let name, let service):
                "there is no credential \(name): put it into /etc/credstore/\(name), readable by root "
                    + "alone, or name its file with LoadCredential= for \(service).service"
            case .unreadable(let path, let error): "\(path) cannot be read: \(error)"
            case .open(let path, let service):
                "\(path) may be read by others: chgrp \(service) \(path) && chmod 0640 \(path)"
            case .size(let path): "\(path) is empty, or longer than a secret can be"
            }
        }
    }

    /// The file in which a secret is.
    ///
    /// - Parameter service: the name of the unit whose credentials are meant.
    package static func path(
        of place: SecretPlace, service: String
    ) throws(Problem) -> String {
        switch place {
        case .file(let path):
            guard let look = FileInspection(at: FileDescriptor.canonicalPath(path)) else {
                throw .unreadable(path, .noEntry)
            }
            // The file's group may be that of the service; nobody else has any business there.
            if look.mode & 0o037 != 0 { throw .open(path, service: service) }
            return path
        case .credential(let name):
            let found = folders(of: service).map { "\($0)/\(name)" }
                .first(where: FileDescriptor.exists)
            guard let found else { throw .noCredential(name, service: service) }
            return found
        }
    }

    /// A secret, without the end of its line.
    package static func text(
        of place: SecretPlace, service: String
    ) throws(Problem) -> String {
        let path = try path(of: place, service: service)
        // The end of its line may be more.
        var bytes = try bytes(of: path, upTo: limit + 2)
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        guard (1...limit).contains(bytes.count) else { throw .size(path) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// All of a file of secrets, which may have none.
    ///
    /// - Parameter limit: bytes that it may have.
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
