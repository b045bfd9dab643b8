import Expecting
import Testing

@testable import ANCS

struct ObservedRequestTests {
    private static let uid = NotificationUID(rawValue: 0x37)

    @Test(
        "what hosts write is read back",
        arguments: [
            (
                Request.notificationAttributes(uid, maximumTextLength: 300),
                ObservedRequest.notificationAttributes(
                    uid,
                    AttributeID.all.map {
                        WantedAttribute($0, maximumLength: $0.takesMaximumLength ? 300 : nil)
                    })
            ),
            (
                Request.appName(appIdentifier: Array("com.apple.MobileSMS".utf8)),
                .appAttributes(appIdentifier: Array("com.apple.MobileSMS".utf8), [.displayName])
            ),
            (Request.perform(.negative, uid), .perform(.negative, uid)),
        ])
    func ownRequests(request: Request, expected: ObservedRequest) throws {
        try expect(ObservedRequest(parsing: request.bytes), is: expected)
    }

    @Test(
        "a request of another program is read as strictly",
        arguments: [
            // command, handle, title up to 32, message up to 256, message size
            (
                [0, 0x37, 0, 0, 0, 1, 0x20, 0, 3, 0, 1, 4] as [UInt8],
                Result<ObservedRequest, RequestError>.success(
                    .notificationAttributes(
                        uid,
                        [
                            WantedAttribute(.title, maximumLength: 32),
                            WantedAttribute(.message, maximumLength: 256),
                            WantedAttribute(.messageSize),
                        ])), "as captured from a watch"
            ),
            ([0, 0x37, 0, 0, 0], .success(.notificationAttributes(uid, [])), "asks for nothing"),
            (
                [0, 0x37, 0, 0, 0, 9],
                .success(
                    .notificationAttributes(
                        uid, [WantedAttribute(AttributeID(rawValue: 9))])),
                "an attribute without a name"
            ),
            ([0, 0x37, 0, 0, 0, 1, 0x20], .failure(.truncated), "half a length"),
            ([0, 0x37, 0, 0, 0, 1], .failure(.truncated), "a text without its length"),
            ([0, 0x37, 0, 0], .failure(.truncated), "half a handle"),
            ([], .failure(.truncated), "nothing"),
            ([1, 0x61, 0x62], .failure(.truncated), "an identifier without its end"),
            ([1, 0], .success(.appAttributes(appIdentifier: [], [])), "no identifier"),
            ([2, 0x37, 0, 0, 0], .failure(.truncated), "no action"),
            ([2, 0x37, 0, 0, 0, 0, 0], .failure(.trailingBytes), "two actions"),
            ([3, 0], .failure(.unknownCommand(3)), "a command nobody knows"),
        ])
    func foreignRequests(
        bytes: [UInt8], expected: Result<ObservedRequest, RequestError>, why: String
    ) {
        let read = Result { () throws(RequestError) in try ObservedRequest(parsing: bytes) }
        expect(read, is: expected, "\(why)")
    }
}
