import Board
import JSON
import Linux
import Web

/// What is asked of the bridge's history, and of the program that draws.
extension WallDesk {
    func answerHistory(_ request: WebRequest, _ exchange: WebExchange, _ access: WallAccess) {
        exchange.answer(.refused(.forbidden, "this token may not search"))
    }

    func answerStatistics(_ request: WebRequest, _ exchange: WebExchange, _ access: WallAccess) {
        exchange.answer(.refused(.forbidden, "this token may not see statistics"))
    }

    func answerPicture(_ request: WebRequest, _ exchange: WebExchange, _ access: WallAccess) {
        pictures.answer(request, exchange, channel(access.detail).board)
    }
}
