import ANCS
import Control
import History
import JSON
import Linux
import Notices
import PostgreSQL

/// A batch from the bridge, prepared for the central database.
struct HandedBatch: Sendable {
    /// Number of the batch, greater than all earlier ones.
    let turn: Int64
    /// Notifications waiting at the bridge, including this batch.
    private let waiting: Int
    /// Notifications that the bridge's retention deleted before they were uploaded.
    let lost: Int
    /// Number of notifications at the bridge that the central database refused earlier.
    let refused: Int
    /// Whether this batch contains notifications that were refused earlier.
    let isAgain: Bool
    var count: Int { numbers.count }
    /// Number of notifications waiting at the bridge.
    ///
    /// - Parameter isHandedIn: whether this batch is uploaded, and so no longer waits.
    func waiting(isHandedIn: Bool) -> Int {
        isHandedIn ? max(0, waiting - count) : waiting
    }

    /// Number of notifications in the batch, including invalid ones, which `count` omits.
    var size: Int { numbers.count + senseless }
    var isEmpty: Bool { size == 0 && renamings.isEmpty }

    private var senseless = 0
    /// Error in the last invalid notification, without content; nil if all are valid.
    private(set) var mistake: String?

    private let renamings: [(bond: String, old: String, name: String)]
    private var numbers: [Int64] = []
    private var columns = Columns()

    /// Values of the notifications, one list for each column.
    private struct Columns: Sendable {
        var bonds: [String?] = []
        var phones: [String?] = []
        var received: [Int64?] = []
        var sent: [Int64?] = []
        var categories: [Int64?] = []
        var flags: [Int64?] = []
        var appIDs: [String?] = []
        var apps: [String?] = []
        var titles: [String?] = []
        var subtitles: [String?] = []
        var messages: [String?] = []
        var callStates: [String?] = []
        var ringTimes: [Int64?] = []
        var talkTimes: [Int64?] = []
        var declined: [Bool?] = []
        var removedAt: [Int64?] = []
        var removedBy: [String?] = []
        var hidden: [String?] = []
        var incomplete: [Bool?] = []
        var words: [String?] = []
        var records: [String?] = []
    }

    /// Parses the answer of the bridge; nil if it is invalid.
    init?(_ answer: JSONValue, _ folder: WordFolder) {
        guard let turn = answer.number("turn"), turn > 0 else { return nil }
        self.turn = Int64(turn)
        waiting = answer.number("waiting") ?? 0
        lost = answer.number("lost") ?? 0
        refused = answer.number("refused") ?? 0
        isAgain = answer.isTrue("again")
        var renamings: [(bond: String, old: String, name: String)] = []
        for renaming in answer.list("renamings") {
            guard let bond = renaming.text("bond"), let old = renaming.text("was"),
                let name = renaming.text("name")
            else { return nil }
            renamings.append((bond.storable, old.storable, name.storable))
        }
        self.renamings = renamings
        for notice in answer.list("notices") {
            add(notice, folder)
        }
    }

    private mutating func add(_ notice: JSONValue, _ folder: WordFolder) {
        guard let number = notice.number("number") else { return passOver("number") }
        guard let field = notice["record"] else { return add(gone: Int64(number)) }
        guard case .string(let record) = field.content else { return passOver("record") }
        do throws(JSONError) {
            let stored = try HandedRecord(Array(record.utf8)).stored
            add(Int64(number), stored, record, folder.words(of: stored))
        } catch {
            passOver(error.path?.description ?? "record")
        }
    }

    private mutating func passOver(_ field: String) {
        senseless += 1
        mistake = "\(field) is invalid"
    }

    /// A batch of exported notifications.
    init(turn: Int64, _ items: [CentralIntake.Item], _ folder: WordFolder) {
        (self.turn, waiting, lost, renamings) = (turn, 0, 0, [])
        (refused, isAgain) = (0, false)
        for item in items {
            add(item.number, item.stored, item.record, folder.words(of: item.stored))
        }
    }

    /// An empty batch of the same number, for notifications that the central database refuses.
    ///
    /// - Parameter keepsNames: whether phones are still renamed.
    init(passingOver other: HandedBatch, keepsNames: Bool) {
        (turn, waiting, lost) = (other.turn, other.waiting, other.lost)
        (refused, isAgain) = (other.refused, other.isAgain)
        renamings = keepsNames ? other.renamings : []
    }

    private mutating func add(gone number: Int64) {
        numbers.append(number)
        for path in [\Columns.bonds, \.phones, \.appIDs, \.apps, \.titles, \.subtitles] {
            columns[keyPath: path].append(nil)
        }
        for path in [\Columns.messages, \.callStates, \.removedBy, \.hidden, \.words, \.records] {
            columns[keyPath: path].append(nil)
        }
        for path in [\Columns.received, \.sent, \.categories, \.flags, \.ringTimes, \.talkTimes] {
            columns[keyPath: path].append(nil)
        }
        columns.removedAt.append(nil)
        columns.declined.append(nil)
        columns.incomplete.append(nil)
    }

    private mutating func add(
        _ number: Int64, _ stored: StoredNotice, _ record: String, _ words: String
    ) {
        let notice = stored.notice
        numbers.append(number)
        columns.bonds.append(stored.bond.storable)
        columns.phones.append(notice.phone.storable)
        columns.received.append(notice.received.milliseconds)
        columns.sent.append(notice.sent?.milliseconds)
        columns.categories.append(Int64(notice.category.id.rawValue))
        columns.flags.append(Int64(notice.flags.rawValue))
        columns.appIDs.append(notice.appID.string.storable)
        columns.apps.append(notice.appName?.string.storable)
        columns.titles.append(notice.title.string.storable)
        columns.subtitles.append(notice.subtitle.string.storable)
        columns.messages.append(notice.message.string.storable)
        columns.callStates.append(notice.call?.state.rawValue)
        columns.ringTimes.append(notice.call?.ringTime?.milliseconds)
        columns.talkTimes.append(notice.call?.talkTime?.milliseconds)
        columns.declined.append(notice.call?.isDeclined ?? false)
        columns.removedAt.append(stored.removedAt?.milliseconds)
        columns.removedBy.append(notice.removal?.rawValue)
        columns.hidden.append(notice.hidden == .nothing ? nil : notice.hidden.rawValue)
        columns.incomplete.append(notice.isIncomplete)
        columns.words.append(words)
        columns.records.append(record)
    }

    /// The statement that uploads this batch.
    var statement: SQLStatement {
        let values: [SQLValue] = [
            .integer(turn), .texts(renamings.map(\.bond)), .texts(renamings.map(\.old)),
            .texts(renamings.map(\.name)), .integers(numbers), .texts(columns.bonds),
            .texts(columns.phones), .integers(columns.received), .integers(columns.sent),
            .integers(columns.categories), .integers(columns.flags), .texts(columns.appIDs),
            .texts(columns.apps), .texts(columns.titles), .texts(columns.subtitles),
            .texts(columns.messages), .texts(columns.callStates), .integers(columns.ringTimes),
            .integers(columns.talkTimes), .bools(columns.declined), .integers(columns.removedAt),
            .texts(columns.removedBy), .texts(columns.hidden), .bools(columns.incomplete),
            .texts(columns.words), .texts(columns.records),
        ]
        return SQLStatement(CentralStatements.take, values, isRepeated: true)
    }
}

extension String {
    /// The string with U+FFFD in place of NUL, which PostgreSQL cannot store; the JSON record keeps it escaped.
    fileprivate var storable: String {
        utf8.contains(0)
            ? String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
            : self
    }
}
