/// A phone that does not answer the MTU request.
package enum UnansweredMTU {
    /// What a person should know of it.
    package static func advice(about phone: String) -> String {
        "\(phone) did not answer the MTU request within 10 s: it is disconnected, and its next "
            + "connection goes without that request; long texts may then come more slowly"
    }
}
