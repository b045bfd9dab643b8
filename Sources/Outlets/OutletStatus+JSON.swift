package import JSON

extension OutletStatus {
    /// How an outlet is doing, as an object.
    ///
    /// - Parameter addition: writes what only this kind of outlet has to tell.
    package func write(
        named name: String, to writer: inout JSONWriter,
        adding addition: (inout JSONWriter) -> Void = { _ in }
    ) {
        writer.beginObject()
        writer.member("name", name)
        writer.member("state", failure == nil ? "ok" : "failed")
        if let failure { writer.member("reason", failure) }
        writer.member("queued_bytes", queued)
        writer.member("lost_events", lost)
        writer.member("restarts", restarts)
        addition(&writer)
        writer.endObject()
    }
}
