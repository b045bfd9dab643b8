internal import JSON

/// Lines from the bridge other than answers.
package enum ControlLines {
    /// Protocol version.
    package static let version = 1
    /// Name of the program in the greeting.
    static let name = "callboard"

    /// Returns the greeting, the first line to a client.
    static func hello(version: String) -> [UInt8] {
        object { writer in
            writer.member("v", Self.version)
            writer.member("hello", name)
            writer.member("version", version)
        }
    }

    /// Returns the event about dropped events, for slow readers.
    static func lost(_ count: Int) -> [UInt8] {
        object { writer in
            writer.member("v", version)
            writer.member("event", "lost")
            writer.member("count", count)
        }
    }

    /// Name of the event at the end of the current state.
    package static let caughtUp = "caught_up"

    /// Returns the event at the end of the current state; later lines are live events.
    ///
    /// - Parameter moment: the current time, in the format of events.
    package static func caughtUp(at moment: String) -> [UInt8] {
        object { writer in
            writer.member("v", version)
            writer.member("event", caughtUp)
            writer.member("at", moment)
        }
    }

    /// The last line before the bridge stops.
    static let bye = object { writer in
        writer.member("v", version)
        writer.member("event", "bye")
    }

    private static func object(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
        JSONWriter.line { writer in
            members(&writer)
        }
    }
}
