/// Why the database refuses something, by the code that it gives with its words.
package enum CentralRefusal: String, Hashable, Sendable, CaseIterable {
    /// The history goes by a name by which another one, of which it is a copy, was handed in meanwhile.
    case copied = "ZC001"
    /// Another connection hands the same history in.
    case busy = "ZC002"
    /// The user has no access to the site.
    case foreignSite = "ZC003"
    /// The connection has not said which history it hands in, or does so no longer.
    case unmet = "ZC004"
    /// The batch is older than one that is there.
    case outdated = "ZC005"
    /// What was given makes no sense.
    case senseless = "ZC006"
    /// The database was made by a newer Callboard.
    case newerSchema = "ZC007"
    /// The group roles are not there, and the user may not make them.
    case missingRoles = "ZC008"
    /// The server is too old, or the database has another encoding than UTF-8.
    case unfit = "ZC009"
    /// There is no such history.
    case unknownHistory = "ZC010"
    /// The user may hand in for the site, but not as this bridge.
    case foreignBridge = "ZC011"
    /// The user has as many histories as it may have.
    case tooManyHistories = "ZC012"
}
