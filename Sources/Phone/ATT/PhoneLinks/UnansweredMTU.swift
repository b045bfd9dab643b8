/// A phone that does not answer the MTU request.
package enum UnansweredMTU {
    /// Returns the advice for the user.
    package static func advice(about phone: String) -> String {
        "\(phone) did not answer the MTU request within 10 s: it is disconnected, and its next "
            + "connection omits that request; long texts may then arrive more slowly"
    }
}
