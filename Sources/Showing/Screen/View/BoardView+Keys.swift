package import Board
internal import Linux
internal import Notices

extension BoardView {
    /// Takes a key and returns the action that is left to the owner; nil if there is none.
    ///
    /// - Parameters:
    ///   - list: the area of the list.
    ///   - isSteady: whether keys still mean what the user has seen.
    ///   - isCallSteady: whether the call has rung long enough for Enter to be meant for it.
    package mutating func take(
        _ key: ScreenKey, of board: DayBoard, in list: ListArea, isSteady: Bool,
        isCallSteady: Bool
    ) -> BoardAction? {
        if key == .control("c") { return .quit }
        if key == .control("z") { return .suspend }
        if prompt != nil { return type(key) }
        message = nil
        if let muteQuestion { return answerMute(muteQuestion, key) }
        if let clearQuestion {
            return answerClear(clearQuestion, key, of: board, isSteady: isSteady)
        }
        switch key {
        case .character("q"): return .quit
        case .character("?"): helpLine = helpLine == nil ? 0 : nil
        case .character("/"): prompt = Prompt(kind: .search, line: TypedLine())
        case .character("f"): prompt = Prompt(kind: .filter, line: TypedLine(filter))
        case .escape: goBack(on: board)
        case .left: if open != nil { open = nil } else { _ = foldChosen(of: board) }
        case .enter: return enter(of: board, isSteady: isSteady && isCallSteady)
        case .right: return openChosen(of: board)
        case .character("g"): changeGrouping(of: board)
        case .character("m"): askMute(of: board)
        case .character("y"): return copying
        case .character("a"): return call(of: board, isSteady) { .answer($0) }
        case .character("d"): return call(of: board, isSteady) { .decline($0) }
        case .character("c"), .delete:
            return isSteady ? askClear(of: board, in: list) : nil
        case .character("p"): return .media(.toggle)
        case .character("n"): return .media(.next)
        case .character("b"): return .media(.previous)
        // Without Shift, many keyboards have `=` on this key.
        case .character("+"), .character("="): return .media(.louder)
        case .character("-"): return .media(.softer)
        default: move(key, of: board, in: list)
        }
        return nil
    }

    /// Enter is for the rows: it answers a call only if nothing is selected or open.
    private mutating func enter(of board: DayBoard, isSteady: Bool) -> BoardAction? {
        let meaning = meaning(of: board)
        if meaning.call == nil || meaning.notice != nil || !meaning.layers.isEmpty {
            guard open != nil else { return openChosen(of: board) }
            open = nil
            return nil
        }
        if !isSteady {
            message = "the call has just begun to ring: a answers it, d declines it"
            return nil
        }
        return call(of: board, isSteady) { .answer($0) }
    }

    /// Action of the copy key: the open notification, or else the newest code.
    private var copying: BoardAction? {
        if helpLine != nil { return nil }
        return open.map { .copy($0.page.text) } ?? .copyCode
    }

    private mutating func type(_ key: ScreenKey) -> BoardAction? {
        guard let prompt else { return nil }
        switch key {
        case .escape: self.prompt = nil
        case .enter:
            self.prompt = nil
            helpLine = nil
            open = nil
            switch prompt.kind {
            case .filter:
                filter = prompt.line.text
                search = nil
            case .search:
                guard prompt.line.text.contains(where: { $0 != " " }) else { return nil }
                search = Search(words: prompt.line.text, rows: [])
                return .search(prompt.line.text)
            }
        default: self.prompt?.line.take(key)
        }
        return nil
    }

    private mutating func goBack(on board: DayBoard) {
        if helpLine != nil {
            helpLine = nil
        } else if open != nil {
            open = nil
        } else if search != nil {
            search = nil
        } else if foldChosen(of: board) {
            return
        } else if choice.id != nil {
            choice.clear()
        } else {
            filter = ""
        }
    }

    private mutating func move(_ key: ScreenKey, of board: DayBoard, in list: ListArea) {
        let page = max(1, list.rows)
        let step: Int
        switch key {
        case .up, .character("k"): step = -1
        case .down, .character("j"): step = 1
        case .pageUp: step = -page
        case .pageDown, .character(" "): step = page
        case .home: step = -Self.farthest
        case .end: step = Self.farthest
        default: return
        }
        if let line = helpLine {
            helpLine = min(
                max(line + step, 0),
                ScreenHelp(columns: list.columns, canAct: canAct).lastTop(list.rows))
        } else if let top = open?.top {
            open?.top = min(max(top + step, 0), list.lastTop)
        } else if key == .end, currentChoice.id == nil {
            changeChoice(of: board) {
                $0.move(by: 0, in: $1)
                $0.move(by: step, in: $1)
            }
        } else {
            changeChoice(of: board) { $0.move(by: step, in: $1) }
        }
    }

    /// Farther than any list is long.
    private static let farthest = 1_000_000

    private mutating func call(
        of board: DayBoard, _ isSteady: Bool, _ wish: (NoticeID) -> BoardAction
    ) -> BoardAction? {
        guard isSteady else { return nil }
        if let call = meaning(of: board).call { return wish(call) }
        message = "no call rings"
        return nil
    }
}
