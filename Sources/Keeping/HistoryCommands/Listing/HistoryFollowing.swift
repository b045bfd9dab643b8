import Commands
import Formats
import History
import Linux
import Notices

/// Implements `history --follow`: prints the newest notifications, oldest first, then new ones.
///
/// Output blocks at the reader's pace. Signals keep their default action, because there is nothing
/// to clean up.
@LoopActor
final class HistoryFollowing {
    /// Polling interval while the kernel cannot report changes or the database is busy.
    private nonisolated static let pause: Duration = .seconds(2)

    private let place: HistoryPlace
    private let filter: HistoryFilter
    private let format: OutputFormat
    private let isWhole: Bool
    private var lines: NoticeLines?
    /// The open history; nil while the file is missing.
    private var reader: HistoryReader?
    private var last: NoticeID?
    private var version: Int?
    private var folderWatch: FolderWatch?
    private let mailbox = Mailbox<News>()
    /// Whether the last read failed because the database was busy.
    private var isBusy = false
    /// Exit status; nil while following.
    private var end: ExitStatus?

    private enum News {
        /// Change in the folder.
        case grown
        /// Standard output closed by its reader.
        case closed
    }

    private init(
        _ options: HistoryListCommand, _ filter: HistoryFilter
    ) throws(HistoryError) {
        place = options.place
        var filter = filter
        // New notifications are shown in order of arrival.
        filter.order = .received
        self.filter = filter
        format = options.format
        isWhole = options.isWhole
        reader = try HistoryReader(in: options.place.folder)
    }

    /// Follows on the calling thread until the end.
    nonisolated static func run(_ options: HistoryListCommand, _ filter: HistoryFilter)
        -> ExitStatus
    {
        EventLoop.run {
            do throws(HistoryError) {
                let following = try HistoryFollowing(options, filter)
                return try await following.follow(filter.limit ?? HistoryListCommand.followedLimit)
            } catch {
                return options.place.tell(error)
            }
        }
    }

    private func follow(_ count: Int) async throws(HistoryError) -> ExitStatus {
        // The watch starts first, so that notifications during the first read are not missed.
        let output = try? EventLoop.shared.watch(StandardStream.output.rawValue, for: []) {
            [mailbox] in
            if $0.contains(.hungUp) { mailbox.post(.closed) }
        }
        defer { if let output { EventLoop.shared.unwatch(output) } }
        folderWatch = try? FolderWatch(place.folder, for: .growth) { [mailbox] in
            mailbox.post(.grown)
        }
        defer { folderWatch?.stop() }
        try begin(count)
        while true {
            if let end { return end }
            let isTold = folderWatch?.isFollowing == true && !isBusy
            switch await mailbox.next(within: isTold ? nil : Self.pause) {
            case .closed: end = .success
            case .grown, nil: look()
            }
        }
    }

    private func begin(_ count: Int) throws(HistoryError) {
        guard let reader else { return }
        last = try reader.newest()
        var newest = filter
        newest.limit = count
        let output = StandardStream.output.rawValue
        let first = try reader.firstPortion(newest)
        let unknown = first.isEmpty ? try UnknownNames.sentences(about: filter, of: reader) : []
        if !unknown.isEmpty { Messages.say(unknown.joined(separator: "\n")) }
        let lines = try NoticeLines(
            format, for: first, in: filter.order, isWhole: isWhole,
            columns: Terminal.isTerminal(output) ? Terminal.columns(of: output) : nil,
            isColored: Terminal.wantsColor(on: output))
        self.lines = lines
        guard write(lines.header), let oldest = try reader.oldest(ofNewest: count, filter) else {
            return
        }
        let before = oldest.rawValue > 0 ? NoticeID(rawValue: oldest.rawValue - 1) : nil
        try show(reader, after: before)
    }

    /// Prints the notifications after `notice`, or all if it is nil, and updates `last`.
    private func show(_ reader: HistoryReader, after notice: NoticeID?) throws(HistoryError) {
        try reader.inPortions(after: notice, filter) { notice in
            let id = notice.notice.id
            if id.rawValue > last?.rawValue ?? 0 { last = id }
            return write(lines?.lines(for: notice) ?? [])
        }
    }

    private func look() {
        isBusy = false
        do throws(HistoryError) {
            if reader?.hasMoved == true { reader = nil }
            if reader == nil {
                reader = try HistoryReader(in: place.folder)
                version = nil
            }
            guard let reader else { return }
            let version = try reader.version()
            guard version != self.version else { return }
            self.version = version
            try show(reader, after: last)
        } catch .missing {
            // The history was removed; a new file may appear.
            reader = nil
        } catch .database(let failure) where failure.code.primary == .busy {
            isBusy = true
        } catch {
            end = place.tell(error)
        }
    }

    /// Writes the bytes; returns false if output has ended.
    private func write(_ bytes: [UInt8]) -> Bool {
        do throws(Errno) {
            try StandardStream.output.write(bytes)
            return true
        } catch .brokenPipe {
            end = .success
        } catch {
            Messages.say("standard output cannot be written: \(error)")
            end = .outputFailed
        }
        return false
    }
}
