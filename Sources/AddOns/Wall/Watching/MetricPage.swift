/// Metrics page in the Prometheus text format or OpenMetrics 1.0.
struct MetricPage {
    /// Type of a metric family.
    enum Kind: String {
        case counter
        case gauge
        case histogram
        case stateset
        case info
    }

    /// A sample of a family, with its labels.
    struct Sample {
        var suffix = ""
        var labels: [(String, String)] = []
        var value: Double

        init(_ value: Double, suffix: String = "", _ labels: [(String, String)] = []) {
            self.value = value
            self.suffix = suffix
            self.labels = labels
        }

        init(_ value: Int, _ labels: [(String, String)] = []) {
            self.init(Double(value), labels)
        }
    }

    private let isOpenMetrics: Bool
    private var text = ""

    init(isOpenMetrics: Bool) {
        self.isOpenMetrics = isOpenMetrics
    }

    /// Writes a family, unless it has no samples.
    ///
    /// - Parameter unit: unit in OpenMetrics, which must also be the end of the name; nil for a number without one.
    mutating func add(
        _ name: String, _ kind: Kind, _ help: String, unit: String? = nil, _ samples: [Sample]
    ) {
        guard !samples.isEmpty else { return }
        let name = "callboard_" + name
        let family = isOpenMetrics ? name : name + Self.suffix(of: kind)
        text += "# TYPE \(family) \(isOpenMetrics ? kind.rawValue : Self.olderWord(for: kind))\n"
        if isOpenMetrics, let unit { text += "# UNIT \(family) \(unit)\n" }
        text += "# HELP \(family) \(help)\n"
        for sample in samples {
            let suffix = sample.suffix.isEmpty ? Self.suffix(of: kind) : sample.suffix
            text += name + suffix + Self.text(of: sample.labels) + " "
            text += Self.text(of: sample.value) + "\n"
        }
    }

    var bytes: [UInt8] { Array((text + (isOpenMetrics ? "# EOF\n" : "")).utf8) }

    private static func suffix(of kind: Kind) -> String {
        switch kind {
        case .counter: "_total"
        case .info: "_info"
        case .gauge, .histogram, .stateset: ""
        }
    }

    private static func olderWord(for kind: Kind) -> String {
        switch kind {
        case .counter, .histogram: kind.rawValue
        case .gauge, .stateset, .info: Kind.gauge.rawValue
        }
    }

    private static func text(of labels: [(String, String)]) -> String {
        guard !labels.isEmpty else { return "" }
        let parts = labels.map { name, value in
            var escaped = ""
            for character in value.unicodeScalars {
                switch character {
                case "\\": escaped += "\\\\"
                case "\"": escaped += "\\\""
                case "\n": escaped += "\\n"
                default: escaped.unicodeScalars.append(character)
                }
            }
            return "\(name)=\"\(escaped)\""
        }
        return "{" + parts.joined(separator: ",") + "}"
    }

    private static func text(of value: Double) -> String {
        Int(exactly: value).map { "\($0)" } ?? value.description
    }
}
