/// An HTTP status.
package struct WebStatus: Hashable, Sendable {
    package let number: Int
    package let name: String

    private init(_ number: Int, _ name: String) {
        self.number = number
        self.name = name
    }

    package static let ok = WebStatus(200, "OK")
    package static let noContent = WebStatus(204, "No Content")
    package static let seeOther = WebStatus(303, "See Other")
    package static let notModified = WebStatus(304, "Not Modified")
    package static let badRequest = WebStatus(400, "Bad Request")
    package static let unauthorized = WebStatus(401, "Unauthorized")
    package static let forbidden = WebStatus(403, "Forbidden")
    package static let notFound = WebStatus(404, "Not Found")
    package static let methodNotAllowed = WebStatus(405, "Method Not Allowed")
    package static let timedOut = WebStatus(408, "Request Timeout")
    package static let conflict = WebStatus(409, "Conflict")
    package static let lengthRequired = WebStatus(411, "Length Required")
    package static let tooLarge = WebStatus(413, "Content Too Large")
    package static let targetTooLong = WebStatus(414, "URI Too Long")
    package static let expectationFailed = WebStatus(417, "Expectation Failed")
    package static let misdirected = WebStatus(421, "Misdirected Request")
    package static let tooManyRequests = WebStatus(429, "Too Many Requests")
    package static let headTooLarge = WebStatus(431, "Request Header Fields Too Large")
    package static let failed = WebStatus(500, "Internal Server Error")
    package static let notImplemented = WebStatus(501, "Not Implemented")
    package static let unavailable = WebStatus(503, "Service Unavailable")
    package static let wrongVersion = WebStatus(505, "HTTP Version Not Supported")
}
