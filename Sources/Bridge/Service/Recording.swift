import Bridge
import Captures
import Linux
import Radio
import Settings

/// Optional recording of a bridge's traffic in a file.
@LoopActor
final class Recording {
    /// Reason why the recording cannot start.
    private(set) var problem: String?
    /// Prints messages for the user.
    weak var foreground: ForegroundBridge?

    private var recorder: Recorder?

    /// Returns nil if no recording was requested.
    init?(_ options: RunCommand, _ pace: Pace) {
        guard let path = options.record else { return nil }
        let name = path.printable
        do throws(Errno) {
            let file = try FileDescriptor.create(path)
            recorder = Recorder(
                writing: file, pace: pace, isAnonymised: options.isAnonymised
            ) { [weak self] failure in
                switch failure {
                case .unwritable(let error):
                    self?.foreground?.advise("\(name) can no longer be recorded: \(error)")
                case .tooLong:
                    self?.foreground?.advise("\(name) is full; nothing more is recorded")
                }
            }
        } catch .exists {
            problem = "\(name) is there already; a recording needs a new file"
        } catch {
            problem = "\(name) cannot be written: \(error)"
        }
    }

    /// Wraps a radio so that its activity is recorded.
    func around(_ radio: any Radio) -> any Radio {
        recorder.map { RecordingRadio(radio, recorder: $0) } ?? radio
    }
}
