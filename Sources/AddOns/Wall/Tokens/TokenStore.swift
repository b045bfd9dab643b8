import Commands
package import Linux
import Notices

/// Tokens and one-time links in a folder, each in a file named by its digest.
///
/// A user who can read the folder cannot use its tokens, and programs may use the folder at the same time.
package struct TokenStore: Sendable {
    /// Maximum bytes of a file.
    private static let fileLimit = 4_096
    /// Maximum files in the folder.
    static let countLimit = 4_096
    private static let tokenPrefix = "token-"
    private static let linkPrefix = "link-"
    /// Hexadecimal digits of a digest.
    private static let digestLength = 64
    /// Letters and digits that cannot be confused.
    private static let alphabet = Array("23456789abcdefghjkmnpqrstuvwxyz")
    /// Number of characters of a secret, each with almost five bits of randomness.
    private static let secretLength = 28
    /// Minimum time between two recorded uses of a token.
    private static let noting: Duration = .seconds(86_400)
    /// Valid lengths of a secret; others are not looked up.
    static let lengths = 16...128

    package let folder: String

    package init(folder: String) {
        self.folder = folder
    }

    /// Mode bits that let the group or other users write, who could then create their own tokens.
    ///
    /// A folder or file with one of these bits is ignored.
    private static let writableByOthers: UInt32 = 0o022

    /// Problem with the permissions of the folder, and its fix; nil if there is none.
    package var trouble: (sentence: String, fix: String)? {
        guard let look = FileInspection(at: folder + "/.") else { return nil }
        let path = ShellWord(folder).quoted
        guard look.mode & Self.writableByOthers == 0 else {
            return (
                "other users may write in the folder of tokens, \(folder.cleaned()), so all are "
                    + "ignored",
                "sudo chmod go-w \(path)"
            )
        }
        let names = (try? FolderList.names(in: folder, limit: Self.countLimit)) ?? []
        let open = names.count { isOfStore($0) && !isOwn($0) }
        guard open > 0 else { return nil }
        return (
            "other users may write to \(open) file\(open == 1 ? "" : "s") in the folder of tokens, "
                + "\(folder.cleaned()), so \(open == 1 ? "it is" : "they are") ignored",
            "sudo chmod go-w \(path)/*"
        )
    }

    private func isOfStore(_ name: String) -> Bool {
        Self.digest(in: name, after: Self.tokenPrefix) != nil
            || Self.digest(in: name, after: Self.linkPrefix) != nil
    }

    private func isOwn(_ name: String) -> Bool {
        FileInspection(at: "\(folder)/\(name)").map { $0.mode & Self.writableByOthers == 0 }
            ?? false
    }

    /// A listed token.
    package struct Listed: Hashable, Sendable {
        package let digest: String
        package let token: WallToken
        /// Whether it is an unused one-time link.
        package let isLink: Bool
    }

    /// Creates a random secret.
    static func secret() -> String {
        var random = SystemRandomNumberGenerator()
        return String((0..<secretLength).map { _ in alphabet.randomElement(using: &random) ?? "2" })
    }

    /// Stores a token or a one-time link, and returns its secret.
    ///
    /// Throws `tooManyLinks` if the folder is full.
    package func make(_ token: WallToken, asLink: Bool) throws(Errno) -> String {
        let secret = Self.secret()
        let prefix = asLink ? Self.linkPrefix : Self.tokenPrefix
        let state = try StateFolder(folder)
        let change = try state.beginChange()
        defer { _ = change }
        guard try FolderList.names(in: folder, limit: Self.countLimit).count < Self.countLimit
        else { throw .tooManyLinks }
        try state.write(token.bytes, to: prefix + SHA256.hexadecimal(of: secret))
        return secret
    }

    /// Digest of a secret; nil if its length is invalid.
    static func digest(of secret: String) -> String? {
        lengths.contains(secret.utf8.count) ? SHA256.hexadecimal(of: secret) : nil
    }

    /// The token of a digest; nil if there is none, or it has expired.
    func token(_ digest: String, at now: WallTime) -> WallToken? {
        read(Self.tokenPrefix + digest).flatMap { $0.isOver(at: now) ? nil : $0 }
    }

    /// Consumes a one-time link; returns a new token and its secret, or nil if the link is invalid or has expired.
    func enter(
        by link: String, at now: WallTime
    ) throws(Errno) -> (secret: String, token: WallToken)? {
        guard let digest = Self.digest(of: link), read(Self.linkPrefix + digest) != nil else {
            return nil
        }
        let state = try StateFolder(existing: folder)
        let change = try state.beginChange()
        defer { _ = change }
        let name = Self.linkPrefix + digest
        // Another program may have consumed it in the meantime.
        guard var token = read(name) else { return nil }
        guard !token.isOver(at: now) else {
            try state.remove(name)
            return nil
        }
        token.until = nil
        (token.made, token.used) = (now, now)
        let secret = Self.secret()
        // If the token cannot be stored, the link remains valid.
        try state.write(token.bytes, to: Self.tokenPrefix + SHA256.hexadecimal(of: secret))
        try state.remove(name)
        return (secret, token)
    }

    /// Records the use of a token, once a day.
    func note(_ digest: String, _ token: WallToken, at now: WallTime) {
        if let used = token.used,
            abs(now.milliseconds - used.milliseconds) < Self.noting.milliseconds
        {
            return
        }
        var token = token
        token.used = now
        let name = Self.tokenPrefix + digest
        // If the use cannot be recorded, such as on a full disk, the token remains valid.
        guard let state = try? StateFolder(existing: folder), let change = try? state.beginChange()
        else { return }
        defer { _ = change }
        guard read(name) != nil else { return }
        try? state.write(token.bytes, to: name)
    }

    /// All valid tokens and links, the oldest first.
    package func all(at now: WallTime) throws(Errno) -> [Listed] {
        let names: [String]
        do throws(Errno) {
            names = try FolderList.names(in: folder, limit: Self.countLimit)
        } catch .noEntry {
            return []
        }
        return names.compactMap { listed($0) }.filter { !$0.token.isOver(at: now) }
            .sorted {
                ($0.token.made.milliseconds, $0.digest) < ($1.token.made.milliseconds, $1.digest)
            }
    }

    private func listed(_ name: String) -> Listed? {
        for (prefix, isLink) in [(Self.tokenPrefix, false), (Self.linkPrefix, true)] {
            guard let digest = Self.digest(in: name, after: prefix) else { continue }
            return read(name).map { Listed(digest: digest, token: $0, isLink: isLink) }
        }
        return nil
    }

    /// Digest in the name of a file; nil for other files.
    private static func digest(in name: String, after prefix: String) -> String? {
        guard name.hasPrefix(prefix) else { return nil }
        let digest = name.dropFirst(prefix.count)
        let isDigest =
            digest.utf8.count == digestLength
            && digest.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        return isDigest ? String(digest) : nil
    }

    /// Deletes tokens and links.
    package func revoke(_ tokens: [Listed]) throws(Errno) {
        guard !tokens.isEmpty else { return }
        let state = try StateFolder(existing: folder)
        let change = try state.beginChange()
        defer { _ = change }
        for token in tokens {
            try state.remove((token.isLink ? Self.linkPrefix : Self.tokenPrefix) + token.digest)
        }
    }

    /// Deletes expired links.
    package func tidy(at now: WallTime) {
        guard let names = try? FolderList.names(in: folder, limit: Self.countLimit),
            let state = try? StateFolder(existing: folder), let change = try? state.beginChange()
        else { return }
        defer { _ = change }
        for name in names where name.hasPrefix(Self.linkPrefix) {
            if read(name)?.isOver(at: now) ?? true { try? state.remove(name) }
        }
    }

    private func read(_ name: String) -> WallToken? {
        guard
            FileInspection(at: folder + "/.").map({ $0.mode & Self.writableByOthers == 0 })
                ?? false,
            isOwn(name), let state = try? StateFolder(existing: folder),
            let bytes = try? state.read(name, upTo: Self.fileLimit)
        else { return nil }
        return WallToken(bytes)
    }
}
