package import Configuration
package import Control
import Linux
import Outlets
import Settings

/// Report on a test of outputs that has begun.
package struct OutletTestReport {
    let seconds: Int
    /// State of each output, as in an answer to a named test.
    let outlets: [TestedOutlet]

    init(length: Duration, _ outlets: [TestedOutlet]) {
        seconds = Int(length.components.seconds)
        self.outlets = outlets
    }

    /// Whether all outputs take part.
    package var isWhole: Bool { outlets.allSatisfy { $0.reason == nil } }

    /// Returns the lines about outputs that take part.
    ///
    /// - Parameter speaker: name for the program that shows the sample, such as "the running bridge".
    package func text(by speaker: String) -> String {
        outlets.filter { $0.reason == nil }.map { $0.text(by: speaker, seconds) + "\n" }.joined()
    }

    /// Messages about outputs that do not take part.
    package var sentences: [String] { outlets.compactMap(\.refusal) }

    /// Converts an answer of the bridge.
    package init(_ answer: TestAnswer, for choice: OutletChoice) {
        seconds = answer.seconds
        switch choice {
        case .port:
            var port = TestedOutlet()
            port.outlet = "serial \(answer.port ?? "")"
            port.family = OutletFamily.port.rawValue
            (port.name, port.place) = (answer.port, answer.device)
            (port.labels, port.queuedBytes) = (answer.labels, answer.queuedBytes)
            outlets = [port]
        case .displays:
            outlets = (answer.displays ?? []).map { display in
                var outlet = display
                outlet.outlet = display.display
                return outlet
            }
        case .named: outlets = answer.outlets ?? []
        }
    }

    /// Returns the answer to a request, in the format of its kind.
    func answer(to choice: OutletChoice) -> TestAnswer {
        var answer = TestAnswer()
        answer.seconds = seconds
        switch choice {
        case .port:
            let port = outlets.first
            (answer.port, answer.device) = (port?.name, port?.place)
            (answer.queuedBytes, answer.labels) = (port?.queuedBytes, port?.labels)
        case .displays:
            answer.displays = outlets.map { outlet in
                var display = TestedOutlet()
                display.display = outlet.outlet
                (display.reason, display.isQuiet) = (outlet.reason, outlet.isQuiet)
                return display
            }
        case .named: answer.outlets = outlets
        }
        return answer
    }
}

extension TestedOutlet {
    /// Value of `reason` for a port that is not open yet; `refusal` words it differently from a failure.
    private static let isOpening = "it is being opened; try again in a moment"

    /// Creates the report on an output.
    @LoopActor
    init(_ plan: any OutletConfiguration, _ outlet: any Outlet) {
        self.init()
        self.outlet = plan.header
        family = plan.family.rawValue
        name = plan.name
        place = plan.whereabouts
        queuedBytes = outlet.status.queued
        labels = plan.labels
        isQuiet = plan.isQuiet
        reason = outlet.status.failure
        if reason == nil, !outlet.isOpen {
            reason = plan.family == .port ? Self.isOpening : "it has not answered yet"
        }
    }

    /// Message about an output that does not take part; nil if it does.
    var refusal: String? {
        guard let reason else { return nil }
        guard family == OutletFamily.port.rawValue else {
            return "\(outlet ?? "") cannot be used: \(reason)"
        }
        let title = "\(outlet ?? "") (\((place ?? "").printable))"
        if reason == Self.isOpening { return title + reason.dropFirst("it".count) }
        return "\(title) cannot be used: \(reason)"
    }

    fileprivate func text(by speaker: String, _ seconds: Int) -> String {
        let header = (outlet ?? "").printable
        switch family.flatMap(OutletFamily.init) ?? .display {
        case .port:
            let labels = labels ?? []
            let waiting = queuedBytes ?? 0
            let what =
                labels.isEmpty
                ? "one notification of each category"
                : "notifications of the categories of its section (\(labels.joined(separator: ", ")))"
            return "\((name ?? "").printable): \(speaker) says \(what) on "
                + "\((place ?? "").printable); they are removed after \(seconds) seconds"
                + (waiting > 0 ? "; \(waiting) bytes of earlier output are sent first" : "")
        case .display, .output:
            return isQuiet
                ? "\(header): the quiet hours of this output are active, so it shows nothing new"
                : "\(header): \(speaker) shows a call and one notification of each category; "
                    + "they are removed after \(seconds) seconds"
        case .lamp:
            return "\(header): \(speaker) shows a call that rings and is missed, then a "
                + "voicemail; after \(seconds) seconds it is as it was"
        }
    }
}
