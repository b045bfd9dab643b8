import Captures

/// Replays the input as a file of any kind.
func fuzzCapture(_ bytes: [UInt8]) {
    do throws(OpeningError) {
        var replay = try Replay(reading: bytes, named: "fuzzed")
        var problem: OpeningError?
        var hasEnded = false
        while !hasEnded {
            do throws(OpeningError) {
                hasEnded = try replay.next() == nil
            } catch {
                require(problem == nil, "a second complaint about one file")
                problem = error
            }
        }
        require(replay.bytesDone <= UInt64(bytes.count), "more was read than there is")
        require(replay.summary.records <= bytes.count, "more records than bytes")
        if let problem { check(problem) }
    } catch {
        check(error)
    }
}

private func check(_ error: OpeningError) {
    require(error.description.hasPrefix("fuzzed:"), "a complaint names no file")
    require(!error.description.utf8.contains(10), "a complaint is more than one line")
}
