/// Number of notifications on the phones.
package struct BoardCounts: Hashable, Sendable {
    package var missed: Int
    package var voicemail: Int
    /// All others except calls.
    package var others: Int

    package init(missed: Int = 0, voicemail: Int = 0, others: Int = 0) {
        self.missed = missed
        self.voicemail = voicemail
        self.others = others
    }

    package var total: Int { missed + voicemail + others }
}
