/// Why a call has no answer.
package enum BusError: Error, Hashable, Sendable {
    /// Whoever was called, or the bus, answered with an error.
    case remote(name: String, message: String)
    /// No answer came in time.
    case timedOut
    /// There is no connection to the bus, or it ended before the answer came.
    case disconnected
    /// This cannot be sent, or what came cannot be taken.
    case invalid(BusMistake)
    /// Too much waits already; see `BusLimits`.
    case busy
}

/// What is wrong with something that was to be sent, or that has come.
package enum BusMistake: Hashable, Sendable {
    /// A bus, interface, member or error name that breaks the rules for such names.
    case name
    /// An object path that breaks the rules for paths.
    case path
    /// A text with a character that the bus does not carry, such as NUL.
    case text
    /// A type that does not exist, or too many of them.
    case signature
    /// An element whose type is not that of its array or dictionary.
    case mixedTypes
    /// Values within values beyond `BusLimits.depth`.
    case tooDeep
    /// More bytes or values than `BusLimits` allows.
    case tooLarge
    /// A descriptor that somebody has taken already, or that could not be duplicated.
    case descriptor
    /// The bus library refused it, for want of memory or because the bus passes no descriptors.
    case refused
}

extension BusError: CustomStringConvertible {
    /// The error in words, without what a peer wrote.
    package var description: String {
        switch self {
        case .remote(let name, _): name
        case .timedOut: "no answer in time"
        case .disconnected: "not connected to the bus"
        case .invalid(let mistake): mistake.description
        case .busy: "too much waits for the bus"
        }
    }
}

extension BusMistake: CustomStringConvertible {
    /// The error in words, without what a peer wrote.
    package var description: String {
        switch self {
        case .name: "not a name for the bus"
        case .path: "not an object path"
        case .text: "a text that the bus does not carry"
        case .signature: "not a type of the bus"
        case .mixedTypes: "elements of different types"
        case .tooDeep: "values nested too deeply"
        case .tooLarge: "too much for one message"
        case .descriptor: "a descriptor that is gone"
        case .refused: "refused by the bus library"
        }
    }
}
