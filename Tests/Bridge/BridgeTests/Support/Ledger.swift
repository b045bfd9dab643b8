import ANCS
import Notices

/// What somebody knows who has heard every event, and which events made no sense.
struct Ledger {
    /// The events of one notice.
    struct Story: Hashable, CustomStringConvertible {
        let title: String
        let chapters: [String]

        init(_ title: String, _ chapters: String...) {
            self.init(title: title, chapters: chapters)
        }

        init(title: String, chapters: [String]) {
            self.title = title
            self.chapters = chapters
        }

        var description: String { "\(title): \(chapters.joined(separator: ", "))" }
    }

    /// The notices that are shown, the calls that are over left out.
    private(set) var shown: [NoticeID: Notice] = [:]
    /// All notices, in the order in which they came.
    private(set) var order: [NoticeID] = []
    private(set) var states: [String: [PhoneState]] = [:]
    private(set) var problems: [String] = []
    private var history: [NoticeID: [(change: NoticeChange, notice: Notice)]] = [:]
    private var gone: Set<NoticeID> = []
    private var isOnline: [String: Bool] = [:]

    init(_ events: [BridgeEvent]) {
        for event in events {
            switch event {
            case .notice(let change, let notice, _): take(change, notice)
            case .phone(let state, let phone, _): take(state, phone.name)
            case .renamed, .source, .radio, .listed, .beacon, .battery, .media: break
            }
        }
    }

    /// What is shown, each notice once for each time that it is.
    var facts: [Facts] { shown.values.map(Facts.init) }

    /// What happened to each notice, as `CHANGE LABEL`, under its last title.
    var stories: [Story] {
        order.map { id in
            let history = history[id, default: []]
            return Story(
                title: history.last?.notice.title.string ?? "",
                chapters: history.map { "\($0.change.rawValue) \($0.notice.category.label)" })
        }
    }

    /// What happened to the notices of a title.
    func stories(of title: String) -> [[String]] {
        stories.filter { $0.title == title }.map(\.chapters)
    }

    private mutating func take(_ state: PhoneState, _ phone: String) {
        if states[phone]?.last == state { complain("\(phone) is \(state) twice") }
        states[phone, default: []].append(state)
        isOnline[phone] = state != .disconnected
    }

    private mutating func take(_ change: NoticeChange, _ notice: Notice) {
        let id = notice.id
        let old = history[id]?.last?.notice
        if gone.contains(id) { complain("\(id) is \(change) after it was removed") }
        // A call that rings on without its phone ends by itself.
        if isOnline[notice.phone] != true, change != .ended {
            complain("\(id) is \(change) while its phone is away")
        }
        switch change {
        case .added, .ringing:
            if old != nil { complain("\(id) is \(change) twice") }
        case .modified:
            if old.map(Facts.init) == Facts(notice) { complain("\(id) is modified into the same") }
            if old == nil { complain("\(id) is \(change) before it is there") }
        case .removed, .ended, .forgotten:
            if old == nil { complain("\(id) is \(change) before it is there") }
        case .answered, .missed: break
        }
        if let old, old.phone != notice.phone { complain("\(id) changes its phone") }
        if old == nil { order.append(id) }
        history[id, default: []].append((change, notice))
        shown[id] = [.removed, .ended, .forgotten].contains(change) ? nil : notice
        if [.removed, .forgotten].contains(change) { gone.insert(id) }
    }

    private mutating func complain(_ problem: String) {
        problems.append(problem)
    }
}

extension Sequence where Element: Hashable {
    /// How often each element is there.
    var counted: [Element: Int] {
        reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
}
