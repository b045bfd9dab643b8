package import Features
package import Linux
package import Notices

/// What a file that somebody captured or recorded would have shown, from its beginning to its end.
///
/// The file may be a btsnoop, PacketLogger or pcap capture, or a session that this program recorded;
/// its content tells which.
package struct Replay {
    /// Records after which `next` returns although nothing is to be shown, so that progress can be.
    private static let recordsAtOnce = 4096

    /// The bytes of the file, where they are known.
    package let size: UInt64?
    /// What has been read so far.
    package private(set) var summary = ReplaySummary()

    /// One of these two is there.
    private var capture: CaptureReplay?
    private var recording: RecordingReplay?
    private var start: Int64?
    private var moment = ReplayMoment(time: .zero, wall: WallTime(milliseconds: 0))
    private var hasEnded = false
    private var problem: OpeningError?

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - name: what the person calls the file, for errors.
    ///   - size: its length, for progress; nil where it has none.
    package init(
        reading file: consuming FileDescriptor, named name: String, size: UInt64? = nil
    ) throws(OpeningError) {
        try self.init(FileBytes(reading: file), named: name, size: size)
    }

    /// Reads a file that is in memory already.
    ///
    /// - Parameter further: what is made of a phone's services beside its notifications.
    package init(
        reading bytes: [UInt8], named name: String, further: FurtherFeatures = .all
    ) throws(OpeningError) {
        try self.init(
            FileBytes(bytes), named: name, size: UInt64(bytes.count), further: further)
    }

    init(
        _ bytes: FileBytes, named name: String, size: UInt64?, further: FurtherFeatures = .all
    ) throws(OpeningError) {
        self.size = size
        var bytes = bytes
        let format: CaptureFormat
        do {
            format = try CaptureFormat(head: try bytes.peek(CaptureFormat.headLength))
        } catch let error as FormatProblem {
            throw OpeningError(file: name, sentence: error.sentence)
        } catch {
            throw OpeningError(file: name, sentence: "cannot be read: \(error)")
        }
        if format == .recording {
            let reader = try RecordingReader(bytes, named: name)
            moment = ReplayMoment(time: .zero, wall: reader.started)
            recording = RecordingReplay(reader: reader, phones: RecordedPhones(further))
        } else {
            summary.kind = format.kind
            capture = CaptureReplay(
                file: try PacketFile(bytes, format, named: name), air: AirReplay(further))
        }
    }

    /// How far the file has been read.
    package var bytesDone: UInt64 {
        capture?.file.offset ?? recording?.reader.offset ?? 0
    }

    /// What happened next, in order; nil at the end.
    ///
    /// It may be nothing, so that a caller can show how far it is. Where the file is damaged, everything before that is told, then the error is thrown once.
    package mutating func next() throws(OpeningError) -> [BridgeEvent]? {
        if hasEnded {
            guard let problem else { return nil }
            self.problem = nil
            throw problem
        }
        do throws(OpeningError) {
            for _ in 0..<Self.recordsAtOnce {
                guard let events = try step() else { return finish() }
                if !events.isEmpty { return events }
            }
            return []
        } catch {
            problem = error
            return finish()
        }
    }

    /// Takes one record; nil where there are no more.
    private mutating func step() throws(OpeningError) -> [BridgeEvent]? {
        if let packet = try capture?.file.next() {
            // Clocks are set back, and Linux notes some things a little late.
            let base = start ?? packet.time
            start = base
            let time = max(moment.time, .microseconds(packet.time - base))
            let wall = WallTime(milliseconds: base / 1000).advanced(by: time)
            moment = ReplayMoment(time: time, wall: wall)
            return capture?.take(packet, at: moment)
        }
        if let event = try recording?.reader.next() {
            moment = moment.at(event.time)
            return recording?.phones.take(event, at: moment)
        }
        return nil
    }

    private mutating func finish() -> [BridgeEvent] {
        hasEnded = true
        let events = capture?.air.finish(at: moment) ?? recording?.phones.finish(at: moment) ?? []
        capture?.summarise(&summary)
        recording?.summarise(&summary)
        return events
    }
}

/// The parts of a capture's replay.
private struct CaptureReplay {
    var file: PacketFile
    var adapters = Adapters()
    var air: AirReplay

    mutating func take(_ packet: CapturedPacket, at moment: ReplayMoment) -> [BridgeEvent] {
        var events = air.advance(to: moment)
        for event in adapters.receive(packet) { events += air.take(event, at: moment) }
        return events
    }

    func summarise(_ summary: inout ReplaySummary) {
        summary.records = file.records
        summary.isCut = file.isCut
        summary.attributePackets = air.attributePackets
        summary.passedOver = adapters.passedOver
        summary.passedOver.surplus += air.surplus
        summary.passedOver.otherServices = air.shelf.otherServices
        summary.passedOver.unreadAnnouncements = air.unread.announcements
        summary.passedOver.unreadLinks = air.unread.links
        summary.phones = air.shelf.inOrder.map {
            ReplaySummary.Phone($0, isRecognisedByShape: air.guessedPhones.contains($0.name))
        }
    }
}

/// The parts of a recording's replay.
private struct RecordingReplay {
    var reader: RecordingReader
    var phones: RecordedPhones

    func summarise(_ summary: inout ReplaySummary) {
        summary.records = reader.records
        summary.isCut = reader.isCut
        summary.passedOver.surplus = phones.surplus
        summary.passedOver.otherServices = phones.shelf.otherServices
        summary.phones = phones.shelf.inOrder.map {
            ReplaySummary.Phone($0, isRecognisedByShape: false)
        }
    }
}
