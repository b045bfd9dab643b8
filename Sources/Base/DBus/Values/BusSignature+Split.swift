extension BusSignature {
    /// The single complete types of a valid signature.
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
            // An array type is incomplete without its element type.
            if depth == 0, letter != "a" {
                types.append(BusSignature(rawValue: current))
                current = ""
            }
        }
        return types
    }
}
