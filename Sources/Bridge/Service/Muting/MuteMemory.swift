import Control
import Formats
import JSON
import Linux
import Notices
import Radio

/// File of muted apps, which restores mutes after a restart.
struct MuteMemory: Sendable {
    private static let format = 1
    /// Maximum size of the file.
    private static let sizeLimit = 256 << 10

    /// Nil if mutes are not saved.
    let folder: String?
    /// Whether the phones are simulated, which have a separate file: they may run beside the bridge of real ones.
    let isSimulated: Bool

    private var name: String { isSimulated ? "mutes-simulated.json" : "mutes.json" }

    /// Content of the file, with a message for the user.
    struct Reading {
        var mutes: [Mute] = []
        var advice: String?
    }

    private var file: RememberedFile? {
        folder.map {
            RememberedFile(name, in: $0, upTo: Self.sizeLimit, consequence: "no app is muted")
        }
    }

    /// Reads the file; an invalid one is moved aside.
    func read() -> Reading {
        guard let file else { return Reading() }
        let (mutes, advice) = file.read(Self.mutes)
        return Reading(mutes: mutes ?? [], advice: advice)
    }

    /// Replaces the file, or deletes it if there are no mutes.
    func write(_ mutes: [Mute]) throws(Errno) {
        try file?.write(mutes.isEmpty ? nil : Self.bytes(of: mutes))
    }

    private static func bytes(of mutes: [Mute]) -> [UInt8] {
        JSONWriter.line { writer in
            writer.member("format", format)
            writer.objects("mutes", mutes) { writer, mute in
                MutedApp(mute).writeFields(to: &writer)
            }
        }
    }

    private static func mutes(in file: JSONField) throws(JSONError) -> [Mute] {
        let fields = try JSONFields(of: file, allowed: ["format", "mutes"])
        _ = try fields.required("format").integer(in: format...format)
        var mutes: [Mute] = []
        for element in try fields.required("mutes").elements() {
            mutes.append(try Mute(element))
        }
        return mutes
    }
}

extension Mute {
    fileprivate init(_ field: JSONField) throws(JSONError) {
        let fields = try JSONFields(
            of: field, allowed: ["app_id", "app", "since", "until", "count"])
        func moment(_ key: String) throws(JSONError) -> WallTime {
            let field = try fields.required(key)
            guard let moment = WallTime(timestamp: try field.string()) else {
                throw field.error("must be a moment such as 2026-11-23T18:00:00.000+01:00")
            }
            return moment
        }
        self.init(
            app: Text(try fields.required("app_id").string()),
            name: try fields["app"].map { (field) throws(JSONError) in Text(try field.string()) },
            since: try moment("since"), until: try moment("until"),
            count: try fields["count"]?.integer(in: 0 ... .max) ?? 0)
        guard length > .zero, length <= Mutes.longest else {
            throw try fields.required("until").error(
                "must be at most 30 days later than since")
        }
    }
}
