import Formats
import JSON
import Linux
import Notices

/// The file of the apps that are muted, so that they are after a restart.
struct MuteMemory: Sendable {
    private static let format = 1
    /// A file of ours that is larger is none.
    private static let sizeLimit = 256 << 10

    let folder: String
    /// Simulated phones have a file of their own: they may be played beside the bridge of real ones.
    let isSimulated: Bool

    private var name: String { isSimulated ? "mutes-simulated.json" : "mutes.json" }

    /// What was read, and what a person should know about it.
    struct Reading {
        var mutes: [Mute] = []
        var advice: String?
    }

    /// What the file holds; one that makes no sense is set aside.
    func read() -> Reading {
        let bytes: [UInt8]?
        do throws(Errno) {
            bytes = try StateFolder(existing: folder).read(name, upTo: Self.sizeLimit)
        } catch .noEntry {
            return Reading()
        } catch .tooLarge {
            return setAside("it is larger than \(Self.sizeLimit) bytes")
        } catch {
            return Reading(
                advice: "\(folder)/\(name) cannot be read, so no app is muted: \(error)")
        }
        guard let bytes else { return Reading() }
        do throws(JSONError) {
            return Reading(mutes: try Self.mutes(in: bytes))
        } catch {
            return setAside("\(error)")
        }
    }

    /// Replaces the file; without mutes there is none.
    func write(_ mutes: [Mute]) throws(Errno) {
        if mutes.isEmpty {
            do throws(Errno) {
                try StateFolder(existing: folder).remove(name)
            } catch .noEntry {
                return
            }
            return
        }
        try StateFolder(folder).write(Self.bytes(of: mutes), to: name)
    }

    private func setAside(_ reason: String) -> Reading {
        do throws(Errno) {
            let files = try StateFolder(existing: folder)
            let aside = try files.setAside(name)
            try files.remove(name)
            return Reading(
                advice:
                    "\(folder)/\(name) is damaged, so no app is muted: \(reason); it was kept as "
                    + aside)
        } catch {
            return Reading(
                advice:
                    "\(folder)/\(name) is damaged, so no app is muted: \(reason); nor can it be "
                    + "set aside: \(error)")
        }
    }

    private static func bytes(of mutes: [Mute]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("format", format)
        writer.key("mutes")
        writer.beginArray()
        for mute in mutes { mute.write(to: &writer) }
        writer.endArray()
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }

    private static func mutes(in bytes: [UInt8]) throws(JSONError) -> [Mute] {
        let fields = try JSONFields(
            of: JSONField(try JSONValue(parsing: bytes)), allowed: ["format", "mutes"])
        _ = try fields.required("format").integer(in: format...format)
        var mutes: [Mute] = []
        for element in try fields.required("mutes").elements() {
            mutes.append(try Mute(element))
        }
        return mutes
    }
}

extension Mute {
    /// Writes it as an object.
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("app_id", app.string)
        if let name { writer.member("app", name.string) }
        writer.member("since", since.timestamp)
        writer.member("until", until.timestamp)
        writer.member("count", count)
        writer.endObject()
    }

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
