import Testing

@testable import Web

/// Requests as they come over a connection.
enum SampleRequest {
    /// A request for something.
    static func get(_ target: String = "/", host: String? = "localhost", _ fields: [String] = [])
        throws -> WebRequest
    {
        try read("GET \(target)", host, fields, "")
    }

    /// A request to do something.
    static func post(
        _ body: String = "{\"act\":\"leave\"}", host: String? = "localhost", _ fields: [String] = []
    ) throws -> WebRequest {
        try read("POST /act", host, fields + ["Content-Length: \(body.utf8.count)"], body)
    }

    private static func read(
        _ line: String, _ host: String?, _ fields: [String], _ body: String
    ) throws -> WebRequest {
        let lines =
            ["\(line) HTTP/\(host == nil ? "1.0" : "1.1")"] + (host.map { ["Host: \($0)"] } ?? [])
            + fields
        var reader = RequestReader()
        reader.append(Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8))
        return try #require(try reader.next())
    }
}
