import Central
import Linux
import PostgreSQL

/// A notice as it is handed in; what a test does not name is of no matter to it.
struct SampleNotice {
    var number: Int64
    var bond = "bond"
    var phone = "Mara"
    var sent: Int64?
    var category: Int64 = 4
    var appID = "com.example.chat"
    var app: String? = "Chat"
    var title = "Zoë"
    var message = "See you"
    var state: String?
    var talk: Int64?
    var isDeclined = false
    var words = "zoe see you chat"
    var record: String? = "{}"

    init(_ number: Int64) {
        self.number = number
        record = "{\"number\":\(number)}"
    }

    /// One that came at a moment.
    init(at milliseconds: Int64, _ change: (inout SampleNotice) -> Void = { _ in }) {
        self.init(milliseconds << 20)
        change(&self)
    }

    var gone: SampleNotice {
        var gone = self
        gone.record = nil
        return gone
    }
}

extension SQLStatement {
    /// Hands a batch in.
    static func take(
        _ turn: Int64, _ notices: [SampleNotice] = [],
        renamings: [(bond: String, was: String, name: String)] = []
    ) -> SQLStatement {
        func texts(_ value: (SampleNotice) -> String?) -> SQLValue {
            .texts(notices.map { $0.record == nil ? nil : value($0) })
        }
        func integers(_ value: (SampleNotice) -> Int64?) -> SQLValue {
            .integers(notices.map { $0.record == nil ? nil : value($0) })
        }
        func bools(_ value: (SampleNotice) -> Bool) -> SQLValue {
            .bools(notices.map { $0.record == nil ? nil : value($0) })
        }
        let values: [SQLValue] = [
            .integer(turn), .texts(renamings.map(\.bond)), .texts(renamings.map(\.was)),
            .texts(renamings.map(\.name)), .integers(notices.map(\.number)), texts(\.bond),
            texts(\.phone), integers { $0.number >> 20 }, integers(\.sent), integers(\.category),
            integers { _ in 0 }, texts(\.appID), texts(\.app), texts(\.title), texts { _ in "" },
            texts(\.message), texts(\.state), integers { _ in nil }, integers(\.talk),
            bools(\.isDeclined), integers { _ in nil }, texts { _ in nil }, texts { _ in nil },
            bools { _ in false }, texts(\.words), texts(\.record),
        ]
        return SQLStatement(CentralStatements.take, values, isRepeated: true)
    }

    /// Says which history is handed in.
    static func meet(
        _ history: Int = 1, _ meeting: Int64 = 0, _ token: String = "", next: String = "first",
        site: String = "berlin", bridge: String = "hall"
    ) -> SQLStatement {
        SQLStatement(
            CentralStatements.meet,
            [
                .text(sampleHistory(history)), .integer(meeting), .text(token), .text(next),
                .text(site), .text(bridge), .text("1.0"),
            ])
    }

    /// Looks for notices; the names of values are those of the function.
    static func find(_ values: [(name: String, value: SQLValue)] = []) -> SQLStatement {
        let names = values.indices.map { "\(values[$0].name) => $\($0 + 1)" }
        return SQLStatement(
            "SELECT record, number, moment, phone, bridge FROM callboard.find("
                + names.joined(separator: ", ") + ")", values.map(\.value))
    }
}

/// The name of a history for tests.
func sampleHistory(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
}

/// A moment of November 2024, in milliseconds since 1970.
let sampleMoment: Int64 = 1_731_924_400_000
