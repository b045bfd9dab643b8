extension DrawingJob {
    /// Permitted values of `--limit`, in seconds.
    private static let limits: ClosedRange<Int64> = 1...3_600

    /// Command-line arguments for the drawing program.
    package var arguments: [String] {
        var words = ["--format", format.rawValue, "--colours", colors.rawValue]
        if let size { words += ["--size", "\(size)"] }
        if rotation != .none { words += ["--rotate", "\(rotation.rawValue)"] }
        if let font { words += ["--font", font] }
        switch output {
        case .file(let path, let mode):
            words += ["--file", path, "--mode", String(mode, radix: 8)]
        case .command(let command, let limit):
            words += ["--command", command, "--limit", "\(limit.components.seconds)"]
        case .stream(let command, let limit):
            words += ["--stream", command, "--limit", "\(limit.components.seconds)"]
        case .framebuffer(let path): words += ["--framebuffer", path]
        }
        return words
    }

    /// Reads the arguments; nil if they are invalid.
    package init?(arguments: [String]) {
        guard arguments.count % 2 == 0 else { return nil }
        var values: [String: String] = [:]
        for index in stride(from: 0, to: arguments.count, by: 2) {
            let name = arguments[index]
            guard Self.names.contains(name), values[name] == nil else { return nil }
            values[name] = arguments[index + 1]
        }
        guard let output = Self.output(values) else { return nil }
        self.init(size: nil, output: output)
        font = values["--font"]
        if let words = values["--size"] {
            guard let size = SceneSize(words) else { return nil }
            self.size = size
        }
        if let words = values["--format"] {
            guard let format = Format(rawValue: words) else { return nil }
            self.format = format
        }
        if let words = values["--colours"] {
            guard let colors = Colors(rawValue: words) else { return nil }
            self.colors = colors
        }
        if let words = values["--rotate"] {
            guard let rotation = Int(words).flatMap(Rotation.init) else { return nil }
            self.rotation = rotation
        }
        if case .framebuffer = output { return }
        // Only a framebuffer determines the size itself.
        guard size != nil else { return nil }
    }

    private static let names: Set = [
        "--size", "--format", "--colours", "--rotate", "--font", "--file", "--mode", "--command",
        "--stream", "--limit", "--framebuffer",
    ]

    private static func output(_ values: [String: String]) -> Output? {
        let places = ["--file", "--command", "--stream", "--framebuffer"]
        guard places.filter({ values[$0] != nil }).count == 1 else { return nil }
        var limit: Duration = .seconds(60)
        if let words = values["--limit"] {
            guard let seconds = Int64(words), limits.contains(seconds) else { return nil }
            limit = .seconds(seconds)
        }
        var mode: UInt32 = 0o600
        if let words = values["--mode"] {
            guard let bits = UInt32(words, radix: 8), bits <= permissions else { return nil }
            mode = bits
        }
        if let path = values["--file"] { return .file(path, mode: mode) }
        if let command = values["--command"] { return .command(command, limit: limit) }
        if let command = values["--stream"] { return .stream(command, limit: limit) }
        return values["--framebuffer"].map { .framebuffer($0) }
    }
}
