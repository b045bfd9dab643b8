extension BusSignature {
    /// The single types of a valid signature.
    var split: [BusSignature] {
        var types: [BusSignature] = []
        var current = ""
        var depth = 0
        for letter in rawValue {
            current.append(letter)
            switch letter {
            case "(", "{": depth += 1
            case ")", "}": depth -= 1
            default: break
            }
            // An array is not complete without what it is of.
            if depth == 0, letter != "a" {
                types.append(BusSignature(rawValue: current))
                current = ""
            }
        }
        return types
    }
}
