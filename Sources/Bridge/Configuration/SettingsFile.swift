package import Commands
package import Settings

/// The configuration file with its overrides: the environment, and above it the command line.
package struct SettingsFile: Sendable {
    /// Option for the file.
    package static var parameter: Parameter<String?> { ConfigurationFile.parameter }

    /// Path of the service's file.
    package static var ofSystem: String { ConfigurationFile.ofSystem }

    /// Error of a configuration that could not be read.
    package typealias Failure = ConfigurationFile.Failure

    /// Override by the command line.
    package typealias Override = @Sendable (inout SettingsDraft) -> Void

    private let file: ConfigurationFile
    private let override: Override

    /// Chooses the named file, otherwise the default, without reading it.
    package init(_ arguments: ParsedArguments, override: @escaping Override = { _ in }) {
        file = ConfigurationFile(arguments)
        self.override = override
    }

    private init(_ file: ConfigurationFile, override: @escaping Override) {
        self.file = file
        self.override = override
    }

    /// Returns another file with the same overrides.
    package func naming(_ path: String) -> SettingsFile {
        SettingsFile(ConfigurationFile(named: path), override: override)
    }

    /// The named file; nil for the default.
    package var named: String? { file.named }

    /// Path of the file.
    package var path: String { file.path }

    /// Reads all settings from the file again.
    package func read() throws(Failure) -> BridgeSettings {
        BridgeSettings(try configuration())
    }

    /// Reads the file again, for a program that needs the values of some sections.
    package func configuration() throws(Failure) -> Configuration {
        let (draft, failure) = draft()
        if let failure { throw failure }
        do throws(SettingsError) {
            return try draft.finished { BridgeSettings($0).problems }
        } catch {
            throw .wrong(error)
        }
    }

    /// Returns one value even if other settings have errors.
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

    /// Returns everything that could be read, with all overrides applied.
    private func draft() -> (draft: SettingsDraft, failure: Failure?) {
        var (draft, failure) = file.draft(of: SettingsSections.table)
        override(&draft)
        return (draft, failure)
    }
}
