package import Linux
package import Radio

/// Writes the events between phones and this host to a file without delay.
@LoopActor
package final class Recorder {
    /// Size limit of a recording in bytes; it ends there.
    package static let sizeLimit = 1 << 30

    /// Reason why a recording ended early.
    package enum Failure: Error, Hashable, Sendable {
        case unwritable(Errno)
        case tooLong
    }

    private let pace: Pace
    private let start: Duration
    private let writer: RecordingWriter
    private let failed: @LoopActor (Failure) -> Void
    private var file: FileDescriptor?
    private var anonymiser: Anonymiser?
    private var written = 0
    private var last: Duration = .zero
    private var phones: [String: Int] = [:]

    /// Starts a recording and writes its header.
    ///
    /// - Parameters:
    ///   - file: a new file, open for writing
    ///   - failed: called once if the recording ends before it is closed
    package init(
        writing file: consuming FileDescriptor, pace: Pace, isAnonymised: Bool,
        failed: @escaping @LoopActor (Failure) -> Void
    ) {
        self.file = .some(file)
        self.pace = pace
        self.failed = failed
        start = pace.now
        writer = RecordingWriter(started: .now, isAnonymised: isAnonymised)
        anonymiser = isAnonymised ? Anonymiser() : nil
        write(writer.header)
    }

    /// Records an event on a phone's link.
    package func note(_ happening: Happening, of phone: PhoneIdentity) {
        guard file != nil else { return }
        let isNew = phones[phone.bond] == nil
        let number = phones[phone.bond] ?? phones.count + 1
        phones[phone.bond] = number
        let time = max(last, (pace.now - start).inWholeMilliseconds)
        last = time
        let event = RecordedEvent(
            time: time, phone: number, name: isNew ? phone.name : nil, happening: happening)
        for event in anonymiser?.take(event) ?? [event] { write(writer.line(of: event)) }
    }

    /// Writes the held events and closes the file.
    package func close() {
        for event in anonymiser?.finish() ?? [] { write(writer.line(of: event)) }
        anonymiser = nil
        file = nil
    }

    private func write(_ line: [UInt8]) {
        guard file != nil else { return }
        guard written + line.count <= Self.sizeLimit else { return fail(.tooLong) }
        written += line.count
        var rest = line[...]
        do throws(Errno) {
            while !rest.isEmpty {
                guard let count = try file?.write(rest) else { return }
                rest = rest.dropFirst(count)
            }
        } catch {
            fail(.unwritable(error))
        }
    }

    private func fail(_ failure: Failure) {
        file = nil
        anonymiser = nil
        failed(failure)
    }
}

extension Duration {
    /// The duration rounded down to the precision of recordings.
    var inWholeMilliseconds: Duration {
        .milliseconds(milliseconds)
    }
}
