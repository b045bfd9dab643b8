/// What a file held, complete once it has been read to its end.
package struct ReplaySummary: Hashable, Sendable {
    /// What a file is.
    package enum Kind: String, Hashable, Sendable {
        /// A session recorded by this program.
        case recording
        /// A capture as btmon and Android make it.
        case btsnoop
        /// A capture of Apple's PacketLogger.
        case packetLogger = "packetlogger"
        /// A capture of tcpdump or Wireshark.
        case pcap
    }

    /// A phone with a conversation about notifications.
    package struct Phone: Hashable, Sendable {
        /// What people call the phone.
        package let name: String
        /// Notification Source values.
        package let announcements: Int
        /// Whether the capture does not name the characteristics, so that they were recognised by
        /// what they carried.
        package let isRecognisedByShape: Bool
        /// What it said last of itself through further services.
        package let facts: [String: Int]

        init(_ phone: PhoneReplay, isRecognisedByShape: Bool) {
            name = phone.name
            announcements = phone.announcements
            facts = phone.facts
            self.isRecognisedByShape = isRecognisedByShape
        }
    }

    /// What the file is.
    package internal(set) var kind = Kind.recording
    /// Records or lines.
    package internal(set) var records = 0
    /// Whole packets of the attribute protocol; none in a recording.
    package internal(set) var attributePackets = 0
    /// The phones that talked about notifications.
    package internal(set) var phones: [Phone] = []
    /// What was not made anything of.
    package internal(set) var passedOver = PassedOver()
    /// Whether the last record is not all there.
    package internal(set) var isCut = false
}

extension CaptureFormat {
    var kind: ReplaySummary.Kind {
        switch self {
        case .recording: .recording
        case .btsnoop: .btsnoop
        case .packetLogger: .packetLogger
        case .pcap: .pcap
        }
    }
}
