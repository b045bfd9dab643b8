import Testing

/// Servers and clients of the control socket on the one loop of the tests.
///
/// One at a time: a thousand clients keep the loop from the clients of others for longer than those
/// wait.
@Suite(.serialized) enum ControlTests {}
