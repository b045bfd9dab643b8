import History
import Linux
import Testing

@testable import Bridge

struct HistoryPlaceTests {
    @Test(arguments: [
        (HistoryError.missing, Int32(69), "there is no history in /nowhere; a bridge"),
        (.foreign, 65, "/nowhere: history.db is not a history of Callboard"),
        (.newer(found: 9, known: 1), 65, "made by a later Callboard"),
        (
            .folder(.accessDenied), 77,
            "/nowhere is not yours to use: try again with sudo"
        ),
        (.folder(.notPermitted), 77, "try again with sudo"),
        (.folder(.notAFolder), 66, "/nowhere: its folder: "),
    ])
    func `what is wrong with a history is told with what to do`(
        _ error: HistoryError, _ status: Int32, _ words: String
    ) {
        let explanation = HistoryPlace(folder: "/nowhere").explanation(of: error)
        #expect(explanation.status.rawValue == status)
        #expect(explanation.sentence.contains(words), "\(explanation.sentence)")
    }
}
