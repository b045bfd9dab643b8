/// Refusal of the database, as the SQLSTATE that it raises.
package enum CentralRefusal: String, Hashable, Sendable, CaseIterable {
    /// A copy of the history has been uploaded under the same ID in the meantime.
    case copied = "ZC001"
    /// Another connection uploads the same history.
    case busy = "ZC002"
    case foreignSite = "ZC003"
    /// The connection has not called `meet` yet, or another connection has since begun to upload its history.
    case unmet = "ZC004"
    /// The batch is older than one already stored.
    case outdated = "ZC005"
    /// Invalid arguments.
    case senseless = "ZC006"
    /// A newer Callboard created the schema.
    case newerSchema = "ZC007"
    /// The group roles do not exist, and the user may not create them.
    case missingRoles = "ZC008"
    /// The server is too old, or the encoding of the database is not UTF-8.
    case unfit = "ZC009"
    case unknownHistory = "ZC010"
    /// The user may upload for the site, but not as this bridge.
    case foreignBridge = "ZC011"
    /// The user already uploads as many histories as it may.
    case tooManyHistories = "ZC012"
}
