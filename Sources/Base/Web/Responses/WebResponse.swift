package import Linux

/// A response to a request.
package struct WebResponse: Hashable, Sendable {
    package var status: WebStatus
    /// Header fields in order, without those that every response gets, such as `Date`.
    package var fields: [Field]
    package var body: [UInt8]
    /// Budget that the response uses while it waits for its reader.
    package var load = WebLoad.page

    /// A header field.
    package struct Field: Hashable, Sendable {
        let name: String
        let value: String

        /// Creates a field; control characters are removed.
        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = String(
                value.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F })
        }
    }

    /// Creates a response with a body of a type such as `text/css; charset=utf-8`.
    package init(
        _ status: WebStatus = .ok, type: String? = nil, _ body: [UInt8] = [], fields: [Field] = []
    ) {
        self.status = status
        self.body = body
        self.fields = (type.map { [Field("Content-Type", $0)] } ?? []) + fields
    }

    /// Creates a plain text response of one sentence.
    package init(_ status: WebStatus, _ sentence: String) {
        self.init(status, type: "text/plain; charset=utf-8", Array((sentence + "\n").utf8))
    }

    /// Creates the response to an invalid request.
    package init(_ fault: WebFault) {
        self.init(fault.status, fault.sentence)
        if fault.status == .methodNotAllowed { fields.append(Field("Allow", "GET, HEAD, POST")) }
    }

    /// Returns the encoded response, without the body for HEAD.
    package func bytes(
        at time: WallTime, hasBody: Bool = true, keepsConnection: Bool
    ) -> [UInt8] {
        head(at: time, keepsConnection: keepsConnection) + (hasBody ? body : [])
    }

    /// Returns the encoded head.
    ///
    /// - Parameters:
    ///   - keepsConnection: whether another response may follow.
    ///   - isEndless: whether the body has no known length and ends with the connection.
    func head(at time: WallTime, keepsConnection: Bool, isEndless: Bool = false) -> [UInt8] {
        var head = "HTTP/1.1 \(status.number) \(status.name)\r\n"
        head += "Date: \(time.webDate)\r\n"
        for field in fields { head += "\(field.name): \(field.value)\r\n" }
        if !isEndless, status != .noContent, status != .notModified {
            head += "Content-Length: \(body.count)\r\n"
        }
        head += "Connection: \(keepsConnection && !isEndless ? "keep-alive" : "close")\r\n"
        // A response that is opened directly by mistake, or embedded in another page, must have no
        // effect.
        head += "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
        head += "Cross-Origin-Resource-Policy: same-origin\r\n\r\n"
        return Array(head.utf8)
    }
}

extension WallTime {
    private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The moment in the format of the field `Date`: `Sun, 06 Nov 1994 08:49:37 GMT`.
    var webDate: String {
        let seconds = max(0, milliseconds) / 1_000
        let day = LocalDay(number: Int(seconds / 86_400))
        let (date, rest) = (day.date, Int(seconds % 86_400))
        func two(_ number: Int) -> String { number.padded(to: 2) }
        return "\(Self.days[day.weekday]), \(two(date.day)) \(Self.months[date.month - 1]) "
            + "\(date.year) \(two(rest / 3_600)):\(two(rest / 60 % 60)):\(two(rest % 60)) GMT"
    }
}
