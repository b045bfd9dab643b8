/// Change of the player by the user of the phone; nil for what stays as it is.
struct PlayerChange: Sendable {
    var name: [UInt8]?
    var bundle: [UInt8]?
    var state: SimulatedPlayer.State?
    var rate: Double?
    var elapsed: Duration?
    var volume: Double?
    var commands: [SimulatedPlayer.Command]?
    var queue: [SimulatedPlayer.Track]?
    var index: Int?
    var shuffle: SimulatedPlayer.Mode?
    var repetition: SimulatedPlayer.Mode?

    func apply(to player: inout SimulatedPlayer, at time: Duration) {
        if let name { player.name = name }
        if let bundle { player.bundle = bundle }
        if let volume { player.volume = volume }
        if let commands { player.commands = commands }
        if let shuffle { player.shuffle = shuffle }
        if let repetition { player.repetition = repetition }
        player.change(to: state ?? player.state, rate: rate, at: time)
        if let queue { player.load(queue, at: time) }
        if let index { player.start(index, at: time) }
        if let elapsed { player.seek(to: elapsed, at: time) }
    }
}
