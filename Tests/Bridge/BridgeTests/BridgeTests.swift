import Support
import Testing

/// Whole bridges: phones that play scenarios, real packets on sockets, the sessions, the books, and
/// an outlet that keeps what it is shown.
///
/// One at a time: the phones' time passes only when the loop has nothing else to do.
@Suite(.serialized, .onLoop)
enum BridgeTests {}
