/// Properties of a connected server.
package struct ServerFacts: Hashable, Sendable {
    package let place: DatabaseEndpoint.Place
    /// Version: 150018 is 15.18.
    package let version: Int
    package let isEncrypted: Bool
    /// Process id of the server for this connection; notifications with this id are our own.
    package let process: Int
    /// Whether a pooler is in between, which may share the server connection.
    package let isPooled: Bool

    init(_ connection: LibraryConnection, _ place: DatabaseEndpoint.Place) {
        self.place = place
        version = connection.version
        isEncrypted = connection.isEncrypted
        process = connection.process ?? 0
        isPooled = connection.isPooled
    }
}
