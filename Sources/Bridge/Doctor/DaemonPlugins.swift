/// Plugins that bluetoothd's command line selects; no key of its `main.conf` does.
struct DaemonPlugins: Hashable, Sendable {
    /// Plugin that reads the battery level of connected phones, even without a bond.
    static let battery = "battery"

    /// Patterns of `--plugin`; nil without that option, which selects all plugins.
    private var wanted: [String]?
    private var unwanted: [String] = []

    /// Parses the arguments after the program name; the last of repeated options counts.
    init(arguments: [String]) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            for (long, short) in [("--noplugin", "-P"), ("--plugin", "-p")] {
                let value: String
                if argument == long || argument == short {
                    value = rest.popFirst() ?? ""
                } else if argument.hasPrefix(long + "=") {
                    value = String(argument.dropFirst(long.count + 1))
                } else if argument.hasPrefix(short) {
                    value = String(argument.dropFirst(short.count))
                } else {
                    continue
                }
                let names = value.split { $0 == "," || $0 == " " }.map(String.init)
                if short == "-P" { unwanted = names } else { wanted = names }
                break
            }
        }
    }

    /// Returns whether bluetoothd loads a plugin.
    func load(_ plugin: String) -> Bool {
        func isNamed(by patterns: [String]) -> Bool {
            patterns.contains { Self.matches(Array(plugin.utf8)[...], Array($0.utf8)[...]) }
        }
        return !isNamed(by: unwanted) && wanted.map(isNamed) ?? true
    }

    /// Returns whether a name matches a pattern, in which `*` stands for any bytes and `?` for one.
    private static func matches(_ name: ArraySlice<UInt8>, _ pattern: ArraySlice<UInt8>) -> Bool {
        guard let first = pattern.first else { return name.isEmpty }
        let rest = pattern.dropFirst()
        switch first {
        case UInt8(ascii: "*"):
            return (name.startIndex...name.endIndex).contains { matches(name[$0...], rest) }
        case UInt8(ascii: "?"): return !name.isEmpty && matches(name.dropFirst(), rest)
        default: return name.first == first && matches(name.dropFirst(), rest)
        }
    }
}
