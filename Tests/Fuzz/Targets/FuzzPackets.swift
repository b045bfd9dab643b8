import Mosquitto

/// Reads the input as what an MQTT broker sends, in any pieces, in one of the versions.
func fuzzPackets(_ bytes: [UInt8]) {
    let choice = bytes.first ?? 0
    let version: BrokerEndpoint.Version = choice & 1 == 0 ? .five : .three
    let limit = choice & 2 == 0 ? 1 << 18 : 24
    let input = Array(bytes.dropFirst())
    var whole = PacketReader(version, limit: limit)
    let passed = whole.take(input)
    require(input.starts(with: passed), "the library is given something else than what came")
    // Where it is cut does not matter.
    var pieces = PacketReader(version, limit: limit)
    var together: [UInt8] = []
    let size = Int(choice >> 2 & 0x0F) + 1
    for start in stride(from: 0, to: input.count, by: size) {
        together += pieces.take(Array(input[start..<min(start + size, input.count)]))
    }
    require(together == passed, "pieces pass otherwise than the whole")
    require(pieces.problem == whole.problem, "pieces are judged otherwise than the whole")
    // What has passed passes again.
    var again = PacketReader(version, limit: limit)
    require(again.take(passed) == passed, "what has passed does not pass again")
    require(again.problem == nil, "what has passed is refused")
    if let problem = whole.problem {
        require(whole.take([0x20, 2, 0, 0]).isEmpty, "something passes behind a problem")
        require(problem.description.utf8.count <= 100, "a problem is endless")
    }
}
