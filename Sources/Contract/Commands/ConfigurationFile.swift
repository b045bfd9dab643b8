package import Linux
package import Settings

/// The file of the configuration: which one it is, and what it and the environment say, in every program that reads it.
package struct ConfigurationFile: Sendable {
    /// The option that names the file.
    package static let parameter = Parameter<String?>.file(
        "config", summary: "Read this configuration instead of the usual one")

    /// The file of the service.
    package static let ofSystem = "/etc/callboard/callboard.conf"
    /// Bytes read at a time.
    private static let portion = 1 << 16

    /// Why there is no configuration.
    package enum Failure: Error, CustomStringConvertible {
        /// It cannot be read.
        case unreadable(String, Errno)
        /// It is no file.
        case pipe(String)
        /// This is wrong with it.
        case wrong(SettingsError)

        /// What is wrong, in sentences without a full stop.
        package var description: String {
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

    /// The file that was named; nil where the usual one is read, if it is there.
    package let named: String?

    /// The file that was named on the command line, or else the usual one; nothing is read yet.
    package init(_ arguments: ParsedArguments) {
        named = arguments[Self.parameter]
    }

    /// This file, whatever the command line says.
    package init(named path: String) {
        named = path
    }

    /// The file that is read.
    package var path: String {
        if let named { return named }
        if let own = Self.ofUser, FileDescriptor.exists(own) { return own }
        return Self.ofSystem
    }

    /// All that the file says, as far as it can be read, and over it the environment.
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
