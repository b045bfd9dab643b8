package import Contract
package import Notices

extension NoticeAction {
    /// What a client of the control socket wants done.
    package init(_ action: ActRequest.Action) {
        self =
            switch action {
            case .answer: .answer
            case .decline: .decline
            case .clear: .clear
            }
    }
}
