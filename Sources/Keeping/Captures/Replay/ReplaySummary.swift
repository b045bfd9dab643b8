internal import Features

/// Summary of a file; complete after it was read to its end.
package struct ReplaySummary: Hashable, Sendable {
    /// Format of a file.
    package enum Kind: String, Hashable, Sendable {
        /// Session recorded by this program.
        case recording
        /// Capture by btmon or Android.
        case btsnoop
        /// Capture by Apple's PacketLogger.
        case packetLogger = "packetlogger"
        /// Capture by tcpdump or Wireshark.
        case pcap
    }

    /// Phone with a conversation about notifications.
    package struct Phone: Hashable, Sendable {
        package let name: String
        /// Number of Notification Source values.
        package let announcements: Int
        /// Whether the characteristics were recognised by their traffic, because the capture does
        /// not name them.
        package let isRecognisedByShape: Bool
        /// Last values from further services, in words.
        package let facts: [String]

        init(_ phone: PhoneReplay, isRecognisedByShape: Bool) {
            name = phone.name
            announcements = phone.announcements
            facts = phone.facts.words
            self.isRecognisedByShape = isRecognisedByShape
        }
    }

    package internal(set) var kind = Kind.recording
    /// Number of records or lines.
    package internal(set) var records = 0
    /// Number of complete Attribute Protocol packets; zero for a recording.
    package internal(set) var attributePackets = 0
    /// The phones with conversations about notifications.
    package internal(set) var phones: [Phone] = []
    /// Counts of skipped packets and values.
    package internal(set) var passedOver = PassedOver()
    /// Whether the last record is incomplete.
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
