/// A well-behaved peer with a list of attributes, which shares no code with the client.
struct TestPhone {
    struct Attribute {
        let handle: UInt16
        let type: [UInt8]
        let value: [UInt8]
        /// The last handle of the service, for what declares one.
        var groupEnd: UInt16 = 0
    }

    private(set) var attributes: [Attribute] = []
    var mtu = 23
    /// What was written where, parts put together.
    private(set) var written: [UInt16: [UInt8]] = [:]
    private var parts: [(handle: UInt16, offset: Int, value: [UInt8])] = []

    /// - Parameter services: where notification services begin, and whether they lack the Data
    ///   Source.
    init(mtu: Int, services: [(first: UInt16, isFake: Bool)] = [(0x0010, false)]) {
        self.mtu = mtu
        attributes = [
            Attribute(handle: 1, type: hex("0028"), value: hex("0118"), groupEnd: 4),
            Attribute(handle: 2, type: hex("0328"), value: hex("20 0300 052A")),
            Attribute(handle: 3, type: hex("052A"), value: []),
            Attribute(handle: 4, type: hex("0229"), value: hex("0000")),
        ]
        for (first, isFake) in services { publish(at: first, isFake: isFake) }
    }

    /// Has a Database Hash and a name, at handles before everything else that is looked for.
    mutating func describe(hash: [UInt8], name: String) {
        let place = attributes.firstIndex { $0.handle >= 8 } ?? attributes.count
        attributes.insert(
            contentsOf: [
                Attribute(handle: 6, type: hex("2A2B"), value: hash),
                Attribute(handle: 7, type: hex("002A"), value: Array(name.utf8)),
            ], at: place)
    }

    mutating func publish(at first: UInt16, isFake: Bool = false) {
        func add(_ offset: UInt16, _ type: String, _ value: String, groupEnd: UInt16 = 0) {
            attributes.append(
                Attribute(
                    handle: first + offset, type: hex(type), value: hex(value), groupEnd: groupEnd))
        }
        func handle(_ offset: UInt16) -> String { digits(bytes(first + offset)) }
        add(0, "0028", TestService.uuidHex, groupEnd: first + (isFake ? 5 : 8))
        add(1, "0328", "10" + handle(2) + TestService.sourceHex)
        add(2, TestService.sourceHex, "")
        add(3, "0229", "0000")
        add(4, "0328", "08" + handle(5) + TestService.controlHex)
        add(5, TestService.controlHex, "")
        if isFake { return }
        add(6, "0328", "10" + handle(7) + TestService.dataHex)
        add(7, TestService.dataHex, "")
        add(8, "0229", "0000")
    }

    mutating func withdraw(from first: UInt16) {
        attributes.removeAll { $0.handle >= first }
    }

    /// The answer to a request; nil for what is none.
    mutating func answer(_ pdu: [UInt8]) -> [UInt8]? {
        let (first, last) = (number(pdu, 1), number(pdu, 3))
        let inRange = attributes.filter { $0.handle >= first && $0.handle <= last }
        switch pdu.first {
        case 0x02:
            return [0x03] + bytes(UInt16(mtu))
        case 0x04:
            let found = inRange.map { (bytes($0.handle), $0.type) }
            return list(pdu, found, header: { [0x05, $0 == 4 ? 1 : 2] })
        case 0x06:
            let found = inRange.filter { $0.type + $0.value == Array(pdu[5...]) }
            return list(
                pdu, found.map { (bytes($0.handle), bytes($0.groupEnd)) }, header: { _ in [0x07] })
        case 0x08:
            let found = inRange.filter { $0.type == Array(pdu[5...]) }
                .map { (bytes($0.handle), $0.value) }
            return list(pdu, found, header: { [0x09, UInt8($0)] })
        case 0x12:
            written[first] = Array(pdu[3...])
            return [0x13]
        case 0x16:
            parts.append((first, Int(last), Array(pdu[5...])))
            return [0x17] + pdu[1...]
        case 0x18:
            for part in parts where pdu[1] == 1 {
                written[part.handle, default: []].removeLast(
                    max(0, written[part.handle, default: []].count - part.offset))
                written[part.handle, default: []] += part.value
            }
            parts = []
            return [0x19]
        default:
            return nil
        }
    }

    /// As many entries of the first entry's length as fit, or Attribute Not Found.
    private func list(
        _ request: [UInt8], _ found: [([UInt8], [UInt8])], header: (Int) -> [UInt8]
    ) -> [UInt8] {
        let entries = found.map { $0.0 + $0.1 }
        guard let length = entries.first?.count else {
            return [0x01, request[0]] + request[1..<3] + [0x0A]
        }
        var answer = header(length)
        for entry in entries.prefix(while: { $0.count == length })
        where answer.count + length <= mtu {
            answer += entry
        }
        return answer
    }

    private func number(_ pdu: [UInt8], _ index: Int) -> UInt16 {
        index + 1 < pdu.count ? UInt16(pdu[index]) | UInt16(pdu[index + 1]) << 8 : 0
    }

    private func bytes(_ number: UInt16) -> [UInt8] {
        [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)]
    }
}
