import AddOnRuntime
import Board
import Commands
import Control
import JSON
import Linux
import Notices
import Web

extension WallController {
    /// Handles an event of the local bridge.
    ///
    /// With a central database it is ignored; the frame still reports the status.
    func take(_ news: BridgeNews) {
        if central == nil { hear(news) }
    }

    func hear(_ news: BridgeNews) {
        switch news {
        case .begun: begin()
        case .caughtUp: finishCatchingUp()
        case .event(let event, let news): take(event, news)
        case .leftOut(let count):
            for channel in channels.values { channel.tellLoss(count) }
        case .bridges(let bridges):
            self.bridges = bridges
            for channel in channels.values { channel.take(bridges) }
        case .status: break
        case .lost(let failure): lose("\(failure)", failure.forPages)
        case .centralLost(let words): lose(words, LostWords.noCentral)
        }
    }

    private func begin() {
        freshDay = Day()
    }

    func take(_ event: BridgeEvent, _ news: BridgeEvent?) {
        if let news {
            counters.take(news)
            for channel in channels.values { channel.tell(news) }
        }
        guard freshDay == nil else {
            freshDay?.take(event)
            return
        }
        let namedPhones = namesPhones
        held.take(event)
        // With a second phone each row names its phone.
        if namesPhones != namedPhones { return remake() }
        for channel in channels.values { channel.take(event) }
    }

    private func remake() {
        for (detail, channel) in channels { channel.take(board(for: detail), link: link) }
    }

    private func finishCatchingUp() {
        guard let day = freshDay else { return }
        held = day
        let wasGone = link != .here
        link = .here
        freshDay = nil
        remake()
        if wasGone { report() }
    }

    private func lose(_ words: String, _ sentence: String) {
        freshDay = nil
        if case .gone(_, sentence) = link, trouble == words { return }
        trouble = words
        var since = WallTime.now
        if case .gone(let before, _) = link { since = before }
        link = .gone(since: since, words: sentence)
        for channel in channels.values { channel.take(link: link) }
        report()
    }

    /// Reports the program's status.
    func report() {
        var report: AddOnReport
        let pages =
            switch streamCount {
            case 0: "ready, no page is open"
            case 1: "1 page is open"
            default: "\(streamCount) pages are open"
            }
        switch link {
        case .here: report = AddOnReport(works: true, words: pages)
        case .gone: report = AddOnReport(works: false, words: trouble)
        }
        if central != nil {
            switch link {
            case .here: report.peer = .connected("the central database")
            case .gone(_, let words): report.peer = .failed(words)
            }
        }
        report.lost = served.cutStreams
        frame.say(report)
    }

    /// Numbers of notifications on the phones by category, as far as they are kept.
    var heldCounts: [String: Int] { held.counts }
}
