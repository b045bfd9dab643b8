import Commands
package import Linux
import Notices

/// Tokens and one-use links in a folder, each a file of its own that is called by its digest: who reads the folder can use none of
/// them, and programs that work there at once do not get into each other's way.
package struct TokenStore: Sendable {
    /// Bytes of a file at most.
    private static let fileLimit = 4_096
    /// Files in the folder at most.
    static let countLimit = 4_096
    private static let tokenPrefix = "token-"
    private static let linkPrefix = "link-"
    /// Digits of a digest.
    private static let digestLength = 64
    /// Letters and digits that nobody takes for one another.
    private static let alphabet = Array("23456789abcdefghjkmnpqrstuvwxyz")
    /// Characters of a secret, each worth almost five bits.
    private static let secretLength = 28
    /// After how long it is noted again that a token was used.
    private static let noting: Duration = .seconds(86_400)
    /// Characters that can be a secret; nothing else is looked for.
    static let lengths = 16...128

    /// The folder.
    package let folder: String

    /// The tokens in a folder, which is made with the first.
    package init(folder: String) {
        self.folder = folder
    }

    /// Other users who may write there could make tokens of their own: such a folder or file has none.
    private static let writableByOthers: UInt32 = 0o022

    /// What is wrong with who may write in the folder, with what fixes it; nil where nothing is.
    package var trouble: (sentence: String, fix: String)? {
        guard let look = FileInspection(at: folder + "/.") else { return nil }
        let path = ShellWord(folder).quoted
        guard look.mode & Self.writableByOthers == 0 else {
            return (
                "other users may write in the folder of tokens, \(folder.cleaned()), so none of them is taken",
                "sudo chmod go-w \(path)"
            )
        }
        let names = (try? FolderList.names(in: folder, limit: Self.countLimit)) ?? []
        let open = names.count { isOfStore($0) && !isOwn($0) }
        guard open > 0 else { return nil }
        return (
            "other users may write to \(open) file\(open == 1 ? "" : "s") in the folder of tokens, "
                + "\(folder.cleaned()), so \(open == 1 ? "it is" : "they are") not taken",
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

    /// A token as it is listed.
    package struct Listed: Hashable, Sendable {
        /// The digest of the token.
        package let digest: String
        /// What is kept of it.
        package let token: WallToken
        /// Whether it is a link that nobody has used yet.
        package let isLink: Bool
    }

    /// A secret that nobody can guess.
    static func secret() -> String {
        var random = SystemRandomNumberGenerator()
        return String((0..<secretLength).map { _ in alphabet.randomElement(using: &random) ?? "2" })
    }

    /// Keeps a token, or a link by which one can be had, and returns the secret; throws `tooManyLinks` where there are so many
    /// that no more are taken.
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

    /// The digest by which a secret is known; nil for what can be none.
    static func digest(of secret: String) -> String? {
        lengths.contains(secret.utf8.count) ? SHA256.hexadecimal(of: secret) : nil
    }

    /// What somebody may who has the secret of this digest; nil where that is none, or not any more.
    func token(_ digest: String, at now: WallTime) -> WallToken? {
        read(Self.tokenPrefix + digest).flatMap { $0.isOver(at: now) ? nil : $0 }
    }

    /// Uses a link up: returns the secret of a new token, and what that may.
    ///
    /// - Parameter lasting: until when the token can be used.
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
        // Somebody else may have used it just now.
        guard var token = read(name) else { return nil }
        guard !token.isOver(at: now) else {
            try state.remove(name)
            return nil
        }
        token.until = nil
        (token.made, token.used) = (now, now)
        let secret = Self.secret()
        // Where there is no room for the token, the link is still good.
        try state.write(token.bytes, to: Self.tokenPrefix + SHA256.hexadecimal(of: secret))
        try state.remove(name)
        return (secret, token)
    }

    /// Notes that a token was used, once a day.
    func note(_ digest: String, _ token: WallToken, at now: WallTime) {
        if let used = token.used,
            abs(now.milliseconds - used.milliseconds) < Self.noting.milliseconds
        {
            return
        }
        var token = token
        token.used = now
        let name = Self.tokenPrefix + digest
        // That it cannot be noted, on a full disk, keeps nobody out.
        guard let state = try? StateFolder(existing: folder), let change = try? state.beginChange()
        else { return }
        defer { _ = change }
        guard read(name) != nil else { return }
        try? state.write(token.bytes, to: name)
    }

    /// All that there are, the oldest first.
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

    /// The digest in the name of a file; nil for a file that is none of these.
    private static func digest(in name: String, after prefix: String) -> String? {
        guard name.hasPrefix(prefix) else { return nil }
        let digest = name.dropFirst(prefix.count)
        let isDigest =
            digest.utf8.count == digestLength
            && digest.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        return isDigest ? String(digest) : nil
    }

    /// Takes tokens away, so that nobody can use them any more.
    package func revoke(_ tokens: [Listed]) throws(Errno) {
        guard !tokens.isEmpty else { return }
        let state = try StateFolder(existing: folder)
        let change = try state.beginChange()
        defer { _ = change }
        for token in tokens {
            try state.remove((token.isLink ? Self.linkPrefix : Self.tokenPrefix) + token.digest)
        }
    }

    /// Takes links away that nobody used in time.
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
