package import Control
package import Notices

extension NoticeAction {
    /// Converts the action of a control request.
    package init(_ action: ActRequest.Action) {
        self =
            switch action {
            case .answer: .answer
            case .decline: .decline
            case .clear: .clear
            }
    }
}
