import Bridge
import Captures
import Linux
import Radio
import Settings

/// The file in which a bridge records what passes, where a person asked for one.
@LoopActor
final class Recording {
    /// Why nothing can be recorded.
    private(set) var problem: String?
    /// Takes what a person should know.
    weak var foreground: ForegroundBridge?

    private var recorder: Recorder?

    /// Nil where no recording was asked for.
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

    /// The radio, with everything that it does recorded.
    func around(_ radio: any Radio) -> any Radio {
        recorder.map { RecordingRadio(radio, recorder: $0) } ?? radio
    }
}
