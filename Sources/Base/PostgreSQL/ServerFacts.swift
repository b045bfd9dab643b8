/// What is known of a server that has let this client in.
package struct ServerFacts: Hashable, Sendable {
    /// Where it is.
    package let place: DatabaseEndpoint.Place
    /// Its version: 150018 is 15.18.
    package let version: Int
    /// Whether the connection is encrypted.
    package let isEncrypted: Bool
    /// The number of its process for this connection, by which notifications of one's own are known.
    package let process: Int
    /// Whether a pooler stands between, which may lend the server's connection to others.
    package let isPooled: Bool

    init(_ connection: LibraryConnection, _ place: DatabaseEndpoint.Place) {
        self.place = place
        version = connection.version
        isEncrypted = connection.isEncrypted
        process = connection.process ?? 0
        isPooled = connection.isPooled
    }
}
