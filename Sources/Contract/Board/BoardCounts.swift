/// How many notices are on the phones.
package struct BoardCounts: Hashable, Sendable {
    /// Calls nobody took.
    package var missed: Int
    /// Voicemails that are still there.
    package var voicemail: Int
    /// All others that are no calls.
    package var others: Int

    /// So many of each.
    package init(missed: Int = 0, voicemail: Int = 0, others: Int = 0) {
        self.missed = missed
        self.voicemail = voicemail
        self.others = others
    }

    /// How many there are in all.
    package var total: Int { missed + voicemail + others }
}
