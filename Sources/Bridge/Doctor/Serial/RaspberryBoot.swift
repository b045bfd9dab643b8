/// Boot configuration of a Raspberry Pi.
struct RaspberryBoot: Sendable {
    let path: String
    /// Last value of each key, regardless of model filters.
    let settings: [String: String]
    /// Last value of each device tree parameter; `on` if none is given.
    let parameters: [String: String]
    /// Overlays that it loads.
    let overlays: Set<String>

    init(path: String, text: String) {
        self.path = path
        var settings: [String: String] = [:]
        var parameters: [String: String] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmed
            guard !line.hasPrefix("#"), let sign = line.firstIndex(of: "=") else { continue }
            let key = String(line[..<sign].trimmed)
            let value = line[line.index(after: sign)...].prefix { $0 != "#" }.trimmed
            settings[key] = String(value)
            guard key == "dtparam" else { continue }
            for parameter in value.split(separator: ",") {
                let parts = parameter.split(separator: "=", maxSplits: 1)
                guard let name = parts.first else { continue }
                parameters[String(name.trimmed)] =
                    parts.count == 2 ? String(parts[1].trimmed) : "on"
            }
        }
        (self.settings, self.parameters) = (settings, parameters)
        overlays = Check.overlays(in: text)
    }

    /// Folder of the file.
    var folder: String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    /// Returns the command that adds a line and restarts the host.
    func adding(_ line: String) -> String {
        "echo \(line) | sudo tee -a \(path) && sudo reboot"
    }

    /// Returns whether a device tree parameter is on.
    func has(_ parameter: String) -> Bool {
        ["on", "yes", "true", "y", "1"].contains(parameters[parameter])
    }
}
