package import Arguments
package import Commands
package import Linux
package import Settings

/// Where the configuration is, and how it is read: the file, over it the environment, over both the
/// command line.
package struct SettingsFile: Sendable {
    /// The option that names the file.
    package static let parameter = Parameter<String?>.file(
        "config", summary: "Read this configuration instead of the usual one")

    /// The file of the service.
    package static let ofSystem = "/etc/callboard/callboard.conf"
    /// Bytes read at a time.
    private static let portion = 1 << 16

    /// Why there is no configuration.
    package enum Failure: Error, CustomStringConvertible {
        case unreadable(String, Errno)
        case pipe(String)
        case wrong(SettingsError)
        package
            var description: String
        {
            switch self {
            case .unreadable(let path, let error): "\(path.printable) cannot be read: \(error)"
            case .pipe(let path):
                "\(path.printable) is a pipe; the configuration wants a file, which can be read again"
            case .wrong(let error): error.description
            }
        }

        /// The status with which a command ends for this.
        package var status: ExitStatus {
            switch self {
            case .unreadable, .pipe: .noInput
            case .wrong: .badConfiguration
            }
        }
    }

    /// What the command line lays over the file.
    package typealias Override = @Sendable (inout SettingsDraft) -> Void

    /// The file that was named; nil where the usual one is read, if it is there.
    package let named: String?
    private let override: Override

    /// The file that was named, or else the usual one; nothing is read yet.
    package init(_ arguments: ParsedArguments, override: @escaping Override = { _ in }) {
        named = arguments[Self.parameter]
        self.override = override
    }

    /// The file that is read.
    package var path: String {
        if let named { return named }
        if let own = Self.ofUser, FileDescriptor.exists(own) { return own }
        return Self.ofSystem
    }

    /// Reads everything again.
    package func read() throws(Failure) -> BridgeSettings {
        let (draft, failure) = draft()
        if let failure { throw failure }
        do throws(SettingsError) {
            let configuration = try draft.finished { BridgeSettings($0).problems }
            return BridgeSettings(configuration)
        } catch {
            throw .wrong(error)
        }
    }

    /// Looks one thing up, for commands that need nothing else: whatever is wrong beside it, what was
    /// said of it holds.
    package func lookUp<Value>(
        _ take: (BridgeSettings) -> Value?
    ) -> (value: Value?, failure: Failure?) {
        let (draft, failure) = draft()
        var value: Value?
        do throws(SettingsError) {
            _ = try draft.finished { configuration in
                let settings = BridgeSettings(configuration)
                value = take(settings)
                return settings.problems
            }
            return (value, failure)
        } catch {
            return (value, failure ?? .wrong(error))
        }
    }

    /// All that was said: what can be read of the file, and over it the rest.
    private func draft() -> (draft: SettingsDraft, failure: Failure?) {
        var draft = SettingsDraft(SettingsSections.table)
        var failure: Failure?
        let path = path
        do throws(Failure) {
            if let bytes = try bytes(of: path) { draft.read(bytes, file: path) }
        } catch {
            failure = error
        }
        draft.override(with: Environment.all)
        override(&draft)
        return (draft, failure)
    }

    private static var ofUser: String? {
        if CurrentProcess.isRoot { return nil }
        if let folder = Environment.value("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
            return folder + "/callboard/callboard.conf"
        }
        return Environment.value("HOME").map { $0 + "/.config/callboard/callboard.conf" }
    }

    /// What the file holds; nil where none was named and there is none.
    private func bytes(of path: String) throws(Failure) -> [UInt8]? {
        let bytes: [UInt8]?
        do throws(Errno) {
            bytes = try Self.bytes(of: path)
        } catch .noEntry where named == nil {
            return nil
        } catch {
            throw .unreadable(path, error)
        }
        guard let bytes else { throw .pipe(path) }
        return bytes
    }

    /// What a file holds; nil for a pipe.
    private static func bytes(of path: String) throws(Errno) -> [UInt8]? {
        // A pipe would hold up the bridge when it reads its configuration again.
        guard let file = try FileDescriptor.open(readingAtOnce: path) else { return nil }
        var bytes: [UInt8] = []
        // One byte more than a file may have, so that a longer one is told from it.
        while bytes.count <= SettingsDraft.fileLimit {
            let part = try file.read(upTo: portion)
            if part.isEmpty { break }
            bytes += part
        }
        return bytes
    }
}
