/// Signs that ASCII lacks, by kind.
enum Symbols {
    /// What looks or reads like it.
    static let texts = Pairs(punctuation + signs + arrows + shapes)

    private static let punctuation = """
        “”„‟«»″〝〞「」『』 " ‘’‚‛′‵ʼʹʽˈ ' ‹⟨〈 < ›⟩〉 > –—‒―−‐‑⁃ - … ... ‥ .. ‧ . • * · - ∙ - ‣ * ‼ !! ⁇ ?? ⁈ ?! ⁉ !? \
        ¡ ! ¿ ? ‽ ?! ¦ | ´ ' ¨ " ¯ - ¸ , ˜ ~ ˆ ^ ˋ ` ˊ ' § S ¶ P † + ‡ ++ ⁄ / ∕ / ∗ * ‖ || ※ * 【〔 [ 】〕 ] 《 << 》 >> \
        ❓❔ ? ❗❕ !

        """

    private static let signs = """
        © (c) ® (r) ™ (tm) ℠ (sm) № No ª a º o µ u × x ÷ / ± +/- ≤ <= ≥ >= ≠ != ≈ ~ ≡ = ∼ ~ ∞ inf √ sqrt ∑ sum ¬ - ⌐ - \
        ∩ n ∂ d ∆ D ∏ P ‰ o/oo ✕✖✗✘❌ x ➕ + ➖ - ➗ / ♀ (f) ♂ (m) ℃ C ℉ F ƒ f ₧ Pts \
        ₀ 0 ₁ 1 ₂ 2 ₃ 3 ₄ 4 ₅ 5 ₆ 6 ₇ 7 ₈ 8 ₉ 9 ㎏ kg ㎞ km ㎡ m2 ㎝ cm ㎜ mm \
        Ⅰⅰ I Ⅱⅱ II Ⅲⅲ III Ⅳⅳ IV Ⅴⅴ V Ⅵⅵ VI Ⅶⅶ VII Ⅷⅷ VIII Ⅸⅸ IX Ⅹⅹ X Ⅺⅺ XI Ⅻⅻ XII Ⅼ L Ⅽ C Ⅾ D Ⅿ M \
        \u{F8FF} Apple ⌘ Cmd ⌥ Alt ⌃ Ctrl ⇧ Shift

        """

    private static let arrows = """
        →➡⟶➔➜⇢ -> ←⬅⟵⇠ <- ↔⟷ <-> ⇒⟹ => ⇐⟸ <= ⇔⟺ <=> ↑⬆▲△▴🔼 ^ ↓⬇▼▽▾🔽 v ►▶▸▷ > ◄◀◂◁ < ↗ -> ↘ -> ↩ <- ↪ -> ↵ <-

        """

    private static let shapes = """
        ─━┄┅┈┉╌╍ - ═ = │┃┆┇┊┋╎╏║ | ┌┍┎┏┐┑┒┓└┕┖┗┘┙┚┛├┝┞┟┠┡┢┣┤┥┦┧┨┩┪┫┬┭┮┯┰┱┲┳┴┵┶┷┸┹┺┻┼┽┾┿╀╁╂╃╄╅╆╇╈╉╊╋ + \
        ╒╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡╢╣╤╥╦╧╨╩╪╫╬╭╮╯╰ + ╱ / ╲ \\ ╳ X █▓▒░▀▄▌▐▉▊▋▍▎▏▁▂▃▅▆▇ # ■□▪▫●○◦◆◇◉◎ * ⌠⌡ |

        """

    /// What must not run together with a digit beside it.
    static let apart = Pairs(
        """
        € EUR £ GBP ¥ JPY ¢ c ¤ cur ₹ INR ₽ RUB ₴ UAH ₩ KRW ₪ ILS ₺ TRY ₿ BTC ₫ VND ₦ NGN ₱ PHP ฿ THB \
        ₸ KZT ₼ AZN ₾ GEL ₡ CRC ₲ PYG ₵ GHS ₮ MNT ₭ LAK ﷼ IRR ￡ GBP ￥ JPY ￦ KRW ° deg \
        ½ 1/2 ⅓ 1/3 ⅔ 2/3 ¼ 1/4 ¾ 3/4 ⅕ 1/5 ⅖ 2/5 ⅗ 3/5 ⅘ 4/5 ⅙ 1/6 ⅚ 5/6 ⅛ 1/8 ⅜ 3/8 ⅝ 5/8 ⅞ 7/8 \
        ⅐ 1/7 ⅑ 1/9 ⅒ 1/10
        """)

    /// Digits above the line.
    static let raised = Pairs("⁰ 0 ¹ 1 ² 2 ³ 3 ⁴ 4 ⁵ 5 ⁶ 6 ⁷ 7 ⁸ 8 ⁹ 9")

    /// Stops of scripts that are not told.
    static let stops = Pairs("、،﹐､ , 。．。।॥።። . ・･ - ؛ ; ؟ ? ： :")

    /// What already stands for something that was lost.
    static let unreadable = "\u{FFFD}〓"
}
