import Testing

/// Whole bridges: phones that play scenarios, real packets on sockets, the sessions, the books, and
/// an outlet that keeps what it is shown.
///
/// One at a time, because their phones' seconds are short and must not be spent on one another.
@Suite(.serialized, .timeLimit(.minutes(1)))
enum BridgeTests {}
