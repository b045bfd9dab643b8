import Arguments
import Control
import JSON
import Linux

/// What a person can choose about the way to the running bridge, in every command that asks it.
struct ClientOptions: Sendable {
    static let socket = Parameter<String?>.file(
        "socket", placeholder: "SOCKET",
        summary: "Talk to the bridge that listens there; the service's, or your own, by default")
    static let lines = Parameter<Bool>.flag("json", summary: "Print one JSON object, for programs")

    let path: String
    /// Whether a person named the socket.
    let isNamed: Bool

    init(_ arguments: ParsedArguments) {
        isNamed = arguments[Self.socket] != nil
        // What is wrong with the configuration is told by others: a bridge may go on with an older one.
        path =
            arguments[Self.socket] ?? SettingsFile(arguments).lookUp(\.socket).value
            ?? ControlPath.ofClient
    }

    /// Whether there is a bridge to talk to, or one was named that there ought to be.
    var isThere: Bool {
        if case .failure(.noBridge) = ControlClient.ask(.status, at: path) { return isNamed }
        return true
    }

    /// Asks the bridge on the calling thread, and hands over its answer or says why there is none.
    func ask(
        _ request: ControlRequest, within limit: Duration? = ControlLimits.answer,
        _ take: (JSONValue) -> ExitStatus
    ) -> ExitStatus {
        status(of: ControlClient.ask(request, at: path, within: limit), take)
    }

    /// Asks the bridge likewise, if there is one; nil where there is none and none was named.
    func askIfThere(
        _ request: ControlRequest, within limit: Duration? = ControlLimits.answer,
        _ take: (JSONValue) -> ExitStatus
    ) -> ExitStatus? {
        let result = ControlClient.ask(request, at: path, within: limit)
        if case .failure(.noBridge) = result, !isNamed { return nil }
        return status(of: result, take)
    }

    private func status(
        of result: Result<ControlReply, ControlFailure>, _ take: (JSONValue) -> ExitStatus
    ) -> ExitStatus {
        switch result {
        case .failure(let failure): return ClientProblem.failed(failure).tell()
        case .success(let reply):
            switch reply.outcome {
            case .done(let value): return take(value)
            case .refused(let refusal): return ClientProblem.refused(refusal).tell()
            }
        }
    }
}

extension ControlFailure {
    /// The status with which a command ends that could not ask the bridge.
    var status: ExitStatus {
        switch self {
        case .denied: .noPermission
        case .turnedAway(let refusal): refusal.status
        case .noBridge, .notASocket, .notABridge, .otherVersion, .noAnswer, .stopped, .gone,
            .failed:
            .unavailable
        }
    }
}

extension ControlRefusal {
    /// The status with which a command ends whose request the bridge refused.
    var status: ExitStatus {
        switch code {
        case .notAllowed: .noPermission
        case .busy: .busy
        case .stopping: .unavailable
        case .badRequest, .tooLong, .garbage: .usage
        default: .failure
        }
    }
}

extension JSONValue {
    /// The string that this is.
    var text: String? {
        if case .string(let text) = content { text } else { nil }
    }

    /// The string under a key.
    func text(_ key: String) -> String? {
        if case .string(let text) = self[key]?.content { text } else { nil }
    }

    /// Whether it is true what stands under a key.
    func isTrue(_ key: String) -> Bool {
        if case .bool(true) = self[key]?.content { true } else { false }
    }

    /// The whole number under a key.
    func number(_ key: String) -> Int? {
        if case .integer(let number) = self[key]?.content { Int(number) } else { nil }
    }

    /// The elements of the array under a key.
    func list(_ key: String) -> [JSONValue] {
        if case .array(let elements) = self[key]?.content { elements } else { [] }
    }

    /// The object as a line of its own, without what belongs to the way it came.
    var answerLine: String {
        var writer = JSONWriter()
        writeAnswer(to: &writer)
        writer.endLine()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Writes the object without what belongs to the way it came.
    func writeAnswer(to writer: inout JSONWriter) {
        writer.beginObject()
        if case .object(let members) = content {
            for member in members where !["re", "ok"].contains(member.key) {
                writer.key(member.key)
                writer.value(member.value)
            }
        }
        writer.endObject()
    }
}
