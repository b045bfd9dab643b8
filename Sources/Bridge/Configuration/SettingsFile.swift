package import Commands
package import Settings

/// Where the configuration is, and how it is read: the file, over it the environment, over both the
/// command line.
package struct SettingsFile: Sendable {
    /// The option that names the file.
    package static var parameter: Parameter<String?> { ConfigurationFile.parameter }

    /// The file of the service.
    package static var ofSystem: String { ConfigurationFile.ofSystem }

    /// Why there is no configuration.
    package typealias Failure = ConfigurationFile.Failure

    /// What the command line lays over the file.
    package typealias Override = @Sendable (inout SettingsDraft) -> Void

    private let file: ConfigurationFile
    private let override: Override

    /// The file that was named, or else the usual one; nothing is read yet.
    package init(_ arguments: ParsedArguments, override: @escaping Override = { _ in }) {
        file = ConfigurationFile(arguments)
        self.override = override
    }

    private init(_ file: ConfigurationFile, override: @escaping Override) {
        self.file = file
        self.override = override
    }

    /// Another file, and the same of the command line over it.
    package func naming(_ path: String) -> SettingsFile {
        SettingsFile(ConfigurationFile(named: path), override: override)
    }

    /// The file that was named; nil where the usual one is read, if it is there.
    package var named: String? { file.named }

    /// The file that is read.
    package var path: String { file.path }

    /// Reads everything again.
    package func read() throws(Failure) -> BridgeSettings {
        BridgeSettings(try configuration())
    }

    /// Reads everything again, for a program that needs the values of some sections.
    package func configuration() throws(Failure) -> Configuration {
        let (draft, failure) = draft()
        if let failure { throw failure }
        do throws(SettingsError) {
            return try draft.finished { BridgeSettings($0).problems }
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

    /// All that was said: what can be read of the file, over it the environment, and over both the rest.
    private func draft() -> (draft: SettingsDraft, failure: Failure?) {
        var (draft, failure) = file.draft(of: SettingsSections.table)
        override(&draft)
        return (draft, failure)
    }
}
