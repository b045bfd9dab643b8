import AMS
import Features
import Linux
import Notices

extension PhoneController {
    /// State of the phone's media player; nil if it has none.
    var mediaState: MediaState? { further.facts.media }

    /// Performs a command on the phone's media player.
    func perform(
        _ command: MediaCommand, _ done: @escaping @LoopActor (MediaResult) -> Void
    ) {
        guard link != nil, let id = MediaCommandID(word: command.rawValue),
            let actions = further.perform(id, at: pace.now)
        else { return done(.noPlayer) }
        let name = PhoneName(phone)
        // What is not sent, such as one command too many, is answered at once.
        for case .tell(.media(.performed(id, let outcome))) in actions {
            return done(MediaResult(outcome, on: name))
        }
        media.add(id) { done(MediaResult($0, on: name)) }
        perform(actions)
        rearm()
    }
}
