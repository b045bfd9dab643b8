internal import Linux

extension WebConnection {
    func answer(_ response: WebResponse, hasBody: Bool, for holder: String?) {
        guard case .thinking = phase else { return }
        send(response, hasBody: hasBody, keepsConnection: keepsConnection, for: holder)
        settle()
    }

    /// Answers an invalid request, of which more bytes may be on their way.
    func refuse(_ response: WebResponse) {
        isRefused = true
        send(response, hasBody: true, keepsConnection: false, for: nil)
    }

    private func send(
        _ response: WebResponse, hasBody: Bool, keepsConnection: Bool, for holder: String?
    ) {
        let isLong = hasBody && response.body.count > WebLimits.shortAnswer
        let claim = WebClaim(holder: holder, load: response.load, bytes: response.body.count)
        let hasRoom = !isLong || owner?.hasRoom(for: claim) ?? false
        let response = hasRoom ? response : Self.noRoom
        owner?.noteAnswer(response.status)
        output.append(response.head(at: WallTime.now, keepsConnection: keepsConnection))
        // Clients that get the same image share its bytes.
        if hasBody { output.append(response.body) }
        if isLong, hasRoom {
            waiting = claim
            owner?.note(claim, isWaiting: true)
        }
        phase = .answering(keepsConnection: keepsConnection)
        watchProgress()
        write()
    }

    private static let noRoom = WebResponse(
        .unavailable, "earlier long answers have not been read yet; ask again soon")

    func forgetWaiting() {
        guard let claim = waiting else { return }
        waiting = nil
        owner?.note(claim, isWaiting: false)
    }

    func stream(_ response: WebResponse) -> WebStream? {
        guard case .thinking = phase else { return nil }
        owner?.noteAnswer(response.status)
        output.append(
            response.head(at: WallTime.now, keepsConnection: false, isEndless: true))
        reader = RequestReader()
        phase = .streaming
        since = now
        owner?.noteStream(1)
        let stream = WebStream(self)
        self.stream = stream
        write()
        settle()
        return isGone ? nil : stream
    }

    func send(_ bytes: [UInt8]) {
        guard case .streaming = phase else { return }
        // A single message may be of any length.
        guard output.countBehindFirst <= patience.stream else {
            owner?.noteCut(isStream: true)
            return end()
        }
        let wasEmpty = output.isEmpty
        output.append(bytes)
        // Usually there is room at once.
        if wasEmpty { write() }
        settle()
    }

    func write() {
        do throws(Errno) {
            while !output.isEmpty {
                let sent = try socket?.send(output.next) ?? 0
                output.removeFirst(sent)
                if case .answering = phase { watchProgress() }
            }
        } catch .wouldBlock {
            return
        } catch {
            return end()
        }
        finishAnswer()
    }

    /// Closes the connection if the client reads nothing of a response for too long.
    private func watchProgress() {
        since = now
        deadline.set(after: patience.stall) { [weak self] in
            self?.owner?.noteCut(isStream: false)
            self?.end()
        }
    }

    private func finishAnswer() {
        forgetWaiting()
        switch phase {
        case .answering(keepsConnection: true):
            phase = .reading
            waitForRequest(within: reader.hasPart ? patience.request : patience.idle)
            // Another request may have arrived already.
            takeRequests()
        case .answering(keepsConnection: false) where isRefused: drain()
        case .answering(keepsConnection: false), .parting: end()
        case .reading, .thinking, .streaming, .draining, .gone: break
        }
    }

    /// Waits briefly until the client has read the end.
    ///
    /// Closing a connection with unread input discards the response on some systems.
    private func drain() {
        phase = .draining
        do throws(Errno) {
            try socket?.endSending()
        } catch {
            return end()
        }
        deadline.set(after: patience.parting, for: self) { $0.end() }
    }

    /// Updates the watched events.
    func settle() {
        guard let watch else { return }
        var wanted: EventLoop.Readiness = []
        // Reading is also watched during streams, since it reports that the reader is gone.
        switch phase {
        case .reading, .streaming, .draining: wanted.insert(.readable)
        // Further requests wait; only the end of the connection is reported.
        case .thinking: wanted.insert(.ended)
        case .answering, .parting, .gone: break
        }
        if !output.isEmpty { wanted.insert(.writable) }
        guard wanted != awaited else { return }
        awaited = wanted
        do throws(Errno) {
            try EventLoop.shared.change(watch, to: wanted)
        } catch {
            end()
        }
    }
}
