import Board
import Contract
import Control
import Formats
import Linux
import Notices

/// What a wall shows at a moment, in the words in which it is told.
struct WallPicture: Hashable, Sendable {
    /// The bridge as the wall knows it.
    enum Link: Hashable, Sendable {
        /// It is there.
        case here
        /// It is not.
        case gone(since: WallTime, words: String)
    }

    struct Radio: Hashable, Sendable {
        let state: String
        let words: String
    }

    struct Phone: Hashable, Sendable {
        let name: String
        let state: String
        let words: String
    }

    /// A call; how long it is as it is goes on by itself, and is no news.
    struct Call: Hashable, Sendable {
        let call: BoardCall
        var state: String { call.isRinging ? "ringing" : "answered" }
        /// Who calls, where that is known.
        var who: String? { call.naming == .caller ? call.who : nil }
        /// The app whose call it is, where that is not the phone's own.
        var app: String? { call.naming == .app ? call.who : call.app }

        /// How long it is as it is, in tenths of a second.
        func seconds(at clock: Duration) -> Double {
            Double(max(.zero, clock - call.began).milliseconds / 100) / 10
        }
    }

    struct Row: Hashable, Sendable {
        let row: BoardRow
        /// The day, where that is not today.
        let day: String?
        /// The bridge and the phone it came from, where there are many bridges.
        var place: String?
    }

    struct Place: Hashable, Sendable {
        let place: BeaconPlace
        let words: String
    }

    var link: Link
    var radio: Radio?
    var phones: [Phone]
    var calls: [Call]
    var counts: BoardCounts
    var rows: [Row]
    var places: [Place]
    /// Those of a centre, where one is shown.
    var bridges: [FollowedBridge]
    var isNight: Bool

    /// What a board shows at a moment.
    init(
        _ board: DayBoard, link: Link, bridges: [FollowedBridge] = [], isNight: Bool,
        at now: WallTime
    ) {
        self.link = link
        self.isNight = isNight
        let isAnonymous = board.options.detail == .counts
        let board = isAnonymous ? board.withoutPhoneNames : board
        radio = board.radio.map { Radio(state: $0.rawValue, words: $0.shortWords) }
        phones = board.phones.map {
            Phone(name: $0.name, state: $0.state.rawValue, words: $0.words)
        }
        // A call of which nobody knows what becomes of it must not go on ringing.
        calls = link == .here ? board.calls.map { Call(call: $0) } : []
        counts = board.counts
        rows = board.foldedRows.map { row in
            Row(
                row: row, day: RowMoment(row.time, asOf: now).day,
                place: bridges.isEmpty ? nil : row.phone)
        }
        self.bridges = isAnonymous ? bridges.withoutNames : bridges
        places = board.places.map { Place(place: $0, words: $0.whereabouts(at: now)) }
    }
}

extension [FollowedBridge] {
    /// The same for whoever may see no name.
    var withoutNames: [FollowedBridge] {
        enumerated().map { index, bridge in
            FollowedBridge(
                name: "Bridge \(index + 1)", words: bridge.words, isTrouble: bridge.isTrouble)
        }
    }
}
