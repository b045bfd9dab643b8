import ANCS
import Foundation
import Linux
import Notices

@testable import History

/// A folder of a test's own that goes with it.
final class TemporaryFolder: Sendable {
    let path: String

    init() {
        // Memory is as good as a disk here, and need not be waited for.
        let memory = "/dev/shm"
        let parent =
            FileManager.default.isWritableFile(atPath: memory)
            ? memory : FileManager.default.temporaryDirectory.path
        path = parent + "/callboard-" + UUID().uuidString
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Whether any file of the folder has these bytes.
    func hasBytes(of text: String) throws -> Bool {
        let needle = Data(text.utf8)
        return try names.contains { name in
            let data = try Data(contentsOf: URL(filePath: path + "/" + name))
            return data.range(of: needle) != nil
        }
    }

    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }

    func damage(_ name: String, at offset: Int = 0, with bytes: [UInt8]) throws {
        let file = try FileHandle(forUpdating: URL(filePath: path + "/" + name))
        try file.seek(toOffset: UInt64(offset))
        try file.write(contentsOf: Data(bytes))
        try file.close()
    }
}

/// Notices and events as tests need them.
enum Sample {
    static let start = WallTime(milliseconds: 1_790_000_000_000)
    static let bond = "AA:BB"

    /// A moment some seconds after the start.
    static func at(_ seconds: Int) -> WallTime {
        WallTime(milliseconds: start.milliseconds + Int64(seconds) * 1000)
    }

    static func id(_ seconds: Int, _ count: UInt64 = 0) -> NoticeID {
        NoticeID(rawValue: UInt64(at(seconds).milliseconds) << 20 + count)
    }

    static func notice(
        _ seconds: Int, title: Text = Text("Zoe Müller"), message: Text = Text("See you at eight?"),
        subtitle: Text = .empty, app: String = "com.apple.MobileSMS", appName: String? = "Messages",
        category: CategoryID = .social, flags: EventFlags = [], phone: String = "Anna's iPhone",
        call: Call? = nil, count: UInt64 = 0, date: String = "20260302T100400",
        isIncomplete: Bool = false
    ) -> Notice {
        var notice = Notice(
            id: id(seconds, count), phone: phone, category: Category(category), flags: flags,
            uid: NotificationUID(rawValue: UInt32(truncatingIfNeeded: seconds)),
            appID: Text(app), appName: appName.map { Text($0) }, title: title,
            subtitle: subtitle, message: message, messageSize: message.bytes.count,
            date: PhoneDate(parsing: Array(date.utf8)[...]), negativeAction: Text("Clear"),
            received: at(seconds), isIncomplete: isIncomplete, call: call)
        // What a date means depends on this machine's zone.
        notice.sent = nil
        return notice
    }

    static func event(
        _ change: NoticeChange, _ notice: Notice, at seconds: Int? = nil, bond: String = bond
    ) -> HistoryEvent {
        let time = seconds.map { at($0) } ?? notice.received
        return HistoryEvent(.notice(change, notice, at: time), bond: bond) ?? link(.ready, 0)
    }

    static func link(
        _ state: PhoneState, _ seconds: Int, phone: String = "Anna's iPhone"
    ) -> HistoryEvent {
        guard
            let event = HistoryEvent(.phone(state, PhoneName(phone), at: at(seconds)), bond: bond)
        else { fatalError("only ready and disconnected are kept") }
        return event
    }

    /// All that a history has, newest first.
    static func all(
        in folder: TemporaryFolder, _ filter: HistoryFilter = HistoryFilter()
    ) throws -> [StoredNotice] {
        var all: [StoredNotice] = []
        try HistoryReader(in: folder.path).notices(filter) { notice in
            all.append(notice)
            return true
        }
        return all
    }
}
