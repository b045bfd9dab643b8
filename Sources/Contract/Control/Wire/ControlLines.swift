internal import JSON

/// The lines of the bridge that are no answers.
package enum ControlLines {
    /// The version of the protocol.
    package static let version = 1
    /// What a bridge calls itself.
    static let name = "callboard"

    /// The first line that a client receives.
    static func hello(version: String) -> [UInt8] {
        object { writer in
            writer.member("v", Self.version)
            writer.member("hello", name)
            writer.member("version", version)
        }
    }

    /// Tells a slow reader that it lost events.
    static func lost(_ count: Int) -> [UInt8] {
        object { writer in
            writer.member("v", version)
            writer.member("event", "lost")
            writer.member("count", count)
        }
    }

    /// The event by which a client knows that all that holds was told.
    package static let caughtUp = "caught_up"

    /// Says that all that holds was told, and that what follows is news.
    ///
    /// - Parameter moment: now, as events have it.
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
