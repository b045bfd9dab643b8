import Linux
import Notices

/// Source of ids for the notifications of all phones.
@LoopActor
final class NoticeIDs {
    var source = NoticeIDSource()
}
