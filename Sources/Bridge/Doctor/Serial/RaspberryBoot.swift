/// The file that sets up a Raspberry Pi's hardware.
struct RaspberryBoot: Sendable {
    let path: String
    /// What it says of each key last, whichever model that is for.
    let settings: [String: String]
    /// What it says of each parameter of the device tree last; `on` where it only names one.
    let parameters: [String: String]
    /// The overlays that it loads.
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

    /// Where it lies.
    var folder: String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    /// The command that adds a line and has it followed.
    func adding(_ line: String) -> String {
        "echo \(line) | sudo tee -a \(path) && sudo reboot"
    }

    /// Whether it turns a parameter of the device tree on.
    func has(_ parameter: String) -> Bool {
        ["on", "yes", "true", "y", "1"].contains(parameters[parameter])
    }
}
