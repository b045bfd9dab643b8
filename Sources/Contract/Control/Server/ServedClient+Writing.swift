internal import Linux

extension ServedClient {
    func answer(_ exchange: ObjectIdentifier, _ line: [UInt8]) {
        answer(exchange, [share(line)])
    }

    private func answer(_ exchange: ObjectIdentifier, _ parts: [SharedBytes]) {
        open[exchange] = nil
        keep(parts)
        if !isTakingRequests, takesLines {
            takeRequests()
            settle()
        }
    }

    /// Sends an answer of any length, for which the output limit is raised.
    func answerAtLength(_ exchange: ObjectIdentifier, _ parts: [SharedBytes]) {
        let size = parts.reduce(0) { $0 + $1.bytes.count }
        output.limit = max(output.limit, output.count + size + ControlLimits.output)
        answer(exchange, parts)
    }

    /// Sends a line that must not be dropped; a client without room for it is disconnected.
    func keep(_ line: [UInt8]) {
        keep([share(line)])
    }

    func keep(_ parts: [SharedBytes]) {
        guard takesLines else { return }
        guard let lost = output.appendKept(parts) else {
            owner?.noteCutOff()
            return end()
        }
        if lost > 0 { owner?.noteLoss(of: lost) }
        settle()
    }

    /// Whether no output is waiting.
    var hasReadAll: Bool { output.isEmpty }

    /// Sends an event as far as the system accepts it now; the loop sends the rest.
    func send(_ line: SharedBytes) {
        guard takesLines else { return }
        let lost = output.append(line)
        if lost > 0 { owner?.noteLoss(of: lost) }
        // A connection that has failed is ended by the loop.
        let portion = output.next(upTo: ControlLimits.portion)
        if let sent = try? socket?.send(portion) { output.removeFirst(sent) }
        settle()
    }

    /// Queues an event; if the client is slow, older events are dropped.
    func offer(_ line: SharedBytes) {
        guard takesLines else { return }
        let lost = output.append(line)
        if lost > 0 { owner?.noteLoss(of: lost) }
        if awaited.contains(.writable) { count() } else { settle() }
    }

    func follow(recent: [SharedBytes], _ wants: @escaping @LoopActor (ControlTags) -> Bool) {
        guard takesLines else { return }
        self.wants = wants
        // Past events are shared with their owner and raise the limit until all output is read.
        let earlier = min(output.count, ControlLimits.earlierEvents)
        output.limit = ControlLimits.output + earlier + recent.reduce(0) { $0 + $1.bytes.count }
        output.reserve(recent.count + 1)
        var lost = 0
        for line in recent { lost += output.append(line) }
        if lost > 0 { owner?.noteLoss(of: lost) }
        settle()
    }

    func write() {
        do throws(Errno) {
            let portion = output.next(upTo: ControlLimits.portion)
            output.removeFirst(try socket?.send(portion) ?? 0)
        } catch .wouldBlock {
            return
        } catch {
            return end()
        }
        if output.isEmpty { output.limit = ControlLimits.output }
        takeRequests()
    }

    /// Updates the readiness to wait for, and ends the connection if nothing is left to do.
    func settle() {
        guard let watch else { return }
        count()
        let isIdle =
            open.isEmpty && wants == nil && !input.hasNext && owner?.hasTurnToCome(self) != true
        if output.isEmpty, phase == .parting || hasSentAll && isIdle { return end() }
        var wanted: EventLoop.Readiness = []
        if mayTakeRequests, !hasSentAll, !input.hasNext { wanted.insert(.readable) }
        if !output.isEmpty { wanted.insert(.writable) }
        guard wanted != awaited else { return }
        awaited = wanted
        do throws(Errno) {
            try EventLoop.shared.change(watch, to: wanted)
        } catch {
            end()
        }
    }

    func count() {
        let bytes = isGone ? 0 : output.ownBytes + input.heldBytes
        if bytes != ownBytes { tally.add(bytes - ownBytes) }
        ownBytes = bytes
        owner?.noteWaiting()
    }
}
