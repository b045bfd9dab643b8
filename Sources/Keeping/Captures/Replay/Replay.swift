package import Features
package import Linux
package import Notices

/// Replay of a captured or recorded file from beginning to end.
///
/// The file is a btsnoop, PacketLogger or pcap capture or a session recorded by this program. The
/// format is detected from the content.
package struct Replay {
    /// Number of records after which `next` returns without events, so that progress can be shown.
    private static let recordsAtOnce = 4096

    /// Size of the file in bytes, if known.
    package let size: UInt64?
    /// Totals of the part read so far.
    package private(set) var summary = ReplaySummary()

    /// Exactly one of these two is set.
    private var capture: CaptureReplay?
    private var recording: RecordingReplay?
    private var start: Int64?
    private var moment = ReplayMoment(time: .zero, wall: WallTime(milliseconds: 0))
    private var hasEnded = false
    private var problem: OpeningError?

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - name: the file name in errors
    ///   - size: length in bytes for progress; nil if unknown
    package init(
        reading file: consuming FileDescriptor, named name: String, size: UInt64? = nil
    ) throws(OpeningError) {
        try self.init(FileBytes(reading: file), named: name, size: size)
    }

    /// Opens a file in memory.
    ///
    /// - Parameter further: handlers of the phone's services other than notifications
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

    /// Number of bytes read.
    package var bytesDone: UInt64 {
        capture?.file.offset ?? recording?.reader.offset ?? 0
    }

    /// Returns the next events in order; nil at the end.
    ///
    /// The array may be empty, so that callers can show progress. A damaged file yields all events
    /// before the damage, then throws the error once.
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

    /// Processes one record; nil at the end of the file.
    private mutating func step() throws(OpeningError) -> [BridgeEvent]? {
        if let packet = try capture?.file.next() {
            // Clocks can be set back, and Linux records some events slightly late.
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
