import JSON

/// A template of the few forms that are used: a member of an object, perhaps with a filter.
struct HomeTemplate {
    /// Why it cannot be read, or finds something else.
    enum Mistake: Error, Hashable {
        /// It is of no form that is used here.
        case unreadable
        /// It finds a method that every object has.
        case method(String)
    }

    let member: String
    let fallback: String?

    init(_ text: String) throws(Mistake) {
        guard text.hasPrefix("{{ value_json"), text.hasSuffix(" }}") else { throw .unreadable }
        let inner = text.dropFirst("{{ value_json".count).dropLast(" }}".count)
        let parts = inner.split(separator: " | ", omittingEmptySubsequences: false)
        guard let place = parts.first, parts.count <= 2 else { throw .unreadable }
        if place.hasPrefix("['"), place.hasSuffix("']") {
            member = String(place.dropFirst(2).dropLast(2))
        } else if place.hasPrefix(".") {
            member = String(place.dropFirst())
            if HomeWords.methods.contains(member) { throw .method(member) }
        } else {
            throw .unreadable
        }
        guard member.utf8.allSatisfy({ $0 == 95 || (97...122).contains($0) }), !member.isEmpty
        else { throw .unreadable }
        switch parts.count == 2 ? parts[1] : "" {
        case "", "tojson": fallback = nil
        case "default('')": fallback = ""
        default: throw .unreadable
        }
    }

    /// What it makes of a message; nil where Home Assistant would complain.
    func text(of payload: [UInt8]) -> String? {
        guard let value = try? JSONValue(parsing: payload) else { return nil }
        guard let found = value[member] else { return fallback }
        switch found.content {
        case .string(let text): return text
        case .integer(let number): return String(number)
        case .decimal(let number): return String(number)
        case .object: return "{}"
        default: return nil
        }
    }
}
