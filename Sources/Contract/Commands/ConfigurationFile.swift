package import Linux
package import Settings

/// The configuration file, and the configuration read from it and the environment.
package struct ConfigurationFile: Sendable {
    package static let parameter = Parameter<String?>.file(
        "config", summary: "Read this configuration instead of the usual one")

    /// Configuration of the system service.
    package static let ofSystem = "/etc/callboard/callboard.conf"
    /// Bytes read at a time.
    private static let portion = 1 << 16

    /// Error that prevents the use of a configuration.
    package enum Failure: Error, CustomStringConvertible {
        case unreadable(String, Errno)
        /// The path is a pipe, not a regular file.
        case pipe(String)
        /// The configuration contains errors.
        case wrong(SettingsError)

        /// The error in sentences without a full stop.
        package var description: String {
            switch self {
            case .unreadable(let path, let error): "\(path.printable) cannot be read: \(error)"
            case .pipe(let path):
                "\(path.printable) is a pipe; the configuration must be a regular file"
            case .wrong(let error): error.description
            }
        }

        /// Exit status for this error.
        package var status: ExitStatus {
            switch self {
            case .unreadable, .pipe: .noInput
            case .wrong: .badConfiguration
            }
        }
    }

    /// Path given explicitly; nil for the default file, which may be absent.
    package let named: String?

    /// Selects the file named on the command line, or the default one, without reading it.
    package init(_ arguments: ParsedArguments) {
        named = arguments[Self.parameter]
    }

    /// Selects this file regardless of the command line.
    package init(named path: String) {
        named = path
    }

    /// Path of the file that is read.
    package var path: String {
        if let named { return named }
        if let own = Self.ofUser, FileDescriptor.exists(own) { return own }
        return Self.ofSystem
    }

    /// Reads as much of the file as is valid, then applies overrides from the environment.
    package func draft(
        of table: SettingsTable
    ) -> (draft: SettingsDraft, failure: Failure?) {
        var draft = SettingsDraft(table)
        var failure: Failure?
        let path = path
        do throws(Failure) {
            if let bytes = try bytes(of: path) { draft.read(bytes, file: path) }
        } catch {
            failure = error
        }
        draft.override(with: Environment.all)
        return (draft, failure)
    }

    private static var ofUser: String? {
        if CurrentProcess.isRoot { return nil }
        if let folder = Environment.value("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
            return folder + "/callboard/callboard.conf"
        }
        return Environment.value("HOME").map { $0 + "/.config/callboard/callboard.conf" }
    }

    /// Returns the contents; nil if no file was named and the default one is absent.
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

    /// Returns the contents of a file; nil for a pipe.
    private static func bytes(of path: String) throws(Errno) -> [UInt8]? {
        // Reading a pipe would block the bridge at a reload.
        guard let file = try FileDescriptor.open(readingAtOnce: path) else { return nil }
        var bytes: [UInt8] = []
        // One byte beyond the limit, so that a file that is too long is detected.
        while bytes.count <= SettingsDraft.fileLimit {
            let part = try file.read(upTo: portion)
            if part.isEmpty { break }
            bytes += part
        }
        return bytes
    }
}
