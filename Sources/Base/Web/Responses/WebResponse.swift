package import Linux

/// An answer to a request.
package struct WebResponse: Hashable, Sendable {
    /// How it was answered.
    package var status: WebStatus
    /// The fields in their order; what every answer has is not among them.
    package var fields: [Field]
    /// What is answered.
    package var body: [UInt8]
    /// What it counts for while it waits for its reader.
    package var load = WebLoad.page

    /// A field of an answer.
    package struct Field: Hashable, Sendable {
        let name: String
        let value: String

        /// A name and a value; characters that would end its line are left out.
        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = String(
                value.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F })
        }
    }

    /// An answer of bytes of a type, such as `text/css; charset=utf-8`.
    package init(
        _ status: WebStatus = .ok, type: String? = nil, _ body: [UInt8] = [], fields: [Field] = []
    ) {
        self.status = status
        self.body = body
        self.fields = (type.map { [Field("Content-Type", $0)] } ?? []) + fields
    }

    /// An answer that is a sentence.
    package init(_ status: WebStatus, _ sentence: String) {
        self.init(status, type: "text/plain; charset=utf-8", Array((sentence + "\n").utf8))
    }

    /// The answer to what is no request.
    package init(_ fault: WebFault) {
        self.init(fault.status, fault.sentence)
        if fault.status == .methodNotAllowed { fields.append(Field("Allow", "GET, HEAD, POST")) }
    }

    /// The bytes of it, those of the body among them unless it is the answer to a HEAD.
    package func bytes(
        at time: WallTime, hasBody: Bool = true, keepsConnection: Bool
    ) -> [UInt8] {
        head(at: time, keepsConnection: keepsConnection) + (hasBody ? body : [])
    }

    /// The bytes before its body.
    ///
    /// - Parameters:
    ///   - keepsConnection: whether another answer may come after it.
    ///   - isEndless: whether what comes after it is of no length that is known, and ends with the connection.
    func head(at time: WallTime, keepsConnection: Bool, isEndless: Bool = false) -> [UInt8] {
        var head = "HTTP/1.1 \(status.number) \(status.name)\r\n"
        head += "Date: \(time.webDate)\r\n"
        for field in fields { head += "\(field.name): \(field.value)\r\n" }
        if !isEndless, status != .noContent, status != .notModified {
            head += "Content-Length: \(body.count)\r\n"
        }
        head += "Connection: \(keepsConnection && !isEndless ? "keep-alive" : "close")\r\n"
        // A page that is opened by mistake, or in another page, can do nothing.
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

    /// The moment as the field `Date` has it: `Sun, 06 Nov 1994 08:49:37 GMT`.
    var webDate: String {
        let seconds = max(0, milliseconds) / 1_000
        let day = LocalDay(number: Int(seconds / 86_400))
        let (date, rest) = (day.date, Int(seconds % 86_400))
        func two(_ number: Int) -> String { number.padded(to: 2) }
        return "\(Self.days[day.weekday]), \(two(date.day)) \(Self.months[date.month - 1]) "
            + "\(date.year) \(two(rest / 3_600)):\(two(rest / 60 % 60)):\(two(rest % 60)) GMT"
    }
}
