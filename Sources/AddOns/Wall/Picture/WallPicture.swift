import Board
import Control
import Formats
import Linux
import Notices

/// Snapshot of a board, in the form in which it is sent.
struct WallPicture: Hashable, Sendable {
    /// State of the connection to the bridge.
    enum Link: Hashable, Sendable {
        case here
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

    /// A call.
    ///
    /// Two values are equal even if the duration of the call has grown in between.
    struct Call: Hashable, Sendable {
        let call: BoardCall
        var state: String { call.isRinging ? "ringing" : "answered" }
        /// The caller, if known.
        var who: String? { call.naming == .caller ? call.who : nil }
        /// The app, if it is not the phone's own.
        var app: String? { call.naming == .app ? call.who : call.app }

        /// Seconds in the present state, with one decimal.
        func seconds(at clock: Duration) -> Double {
            Double(max(.zero, clock - call.began).milliseconds / 100) / 10
        }
    }

    struct Row: Hashable, Sendable {
        let row: BoardRow
        /// The day; nil for today.
        let day: String?
        /// Bridge and phone; nil unless there are several bridges.
        var place: String?
    }

    struct Place: Hashable, Sendable {
        let place: BeaconPlace
        let words: String
    }

    var link: Link
    var radio: Radio?
    var phones: [Phone]
    /// Media players, in order of their phones' names.
    var players: [Player]
    var calls: [Call]
    var counts: BoardCounts
    var rows: [Row]
    var places: [Place]
    /// Bridges of a central database.
    var bridges: [FollowedBridge]
    var isNight: Bool

    /// Snapshot of a board.
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
        // A call whose state is unknown must not go on ringing, nor a track play on.
        players = link == .here && !isAnonymous ? Player.all(of: board) : []
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
    /// The bridges numbered instead of named.
    var withoutNames: [FollowedBridge] {
        enumerated().map { index, bridge in
            FollowedBridge(
                name: "Bridge \(index + 1)", words: bridge.words, isTrouble: bridge.isTrouble)
        }
    }
}
