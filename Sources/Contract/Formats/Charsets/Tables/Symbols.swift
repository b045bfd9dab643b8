/// Symbols that ASCII lacks, by kind.
enum Symbols {
    /// Replacements of similar appearance or meaning.
    static let texts = Pairs(punctuation + signs + units + shapes)

    private static let punctuation = """
        “”„‟«»″〝〞「」『』 " ‘’‚‛′‵ʼʹʽˈ ' ‹⟨〈 < ›⟩〉 > –—‒―−‐‑⁃ - … ... ‥ .. ‧․ . • * ‣ * ‴ ''' ‼ !! ⁇ ?? ⁈ ?! ⁉ !? \
        ¡ ! ¿ ? ‽ ?! ¦ | ´ ' ¨ " ¯ ~ ¸ , ˜ ~ ˆ ^ ˋ ` ˊ ' § S ¶ P † + ‡ ++ ⁄ / ∕ / ∗ * ‖ || ※ * 【〔 [ 】〕 ] 《 << 》 >> \
        ❓❔ ? ❗❕ !

        """

    private static let signs = """
        © (c) ® (r) ™ (tm) ℠ (sm) µ u × x ÷ / ± +/- ≤ <= ≥ >= ≠ != ≈ ~ ≡ = ∼ ~ ∞ inf √ sqrt ∑ sum ¬ ! ⌐ - \
        ∩ n ∂ d ∆ D ∏ P ♯ # ♭ b ∓ -/+ ⩽≦ <= ⩾≧ >= ⨯ x ✕✖✗✘❌ x ➕ + ➖ - ➗ / ♀ (f) ♂ (m) ℃ C ℉ F ƒ f ℅ c/o ℡ Tel ℻ Fax ℗ (p) \
        ٪﹪ % ٬ , ٫ . ٭﹡⁎ * ؍ / ∶꞉˸﹕ : ˗ - ˖﹢ + ﹟ # ﹠ & ﹨ \\ ﹫ @ ﹤ < ﹥ > ﹦ = ﹩ $ ﹗ ! \
        Ⅰⅰ I Ⅱⅱ II Ⅲⅲ III Ⅳⅳ IV Ⅴⅴ V Ⅵⅵ VI Ⅶⅶ VII Ⅷⅷ VIII Ⅸⅸ IX Ⅹⅹ X Ⅺⅺ XI Ⅻⅻ XII Ⅼ L Ⅽ C Ⅾ D Ⅿ M \
        \u{F8FF} Apple ⌘ Cmd ⌥ Alt ⌃ Ctrl ⇧ Shift

        """

    private static let units = """
        ㎏ kg ㎎ mg ㎍ ug ㎞ km ㎝ cm ㎜ mm ㎛ um ㎚ nm ㎖ ml ㎗ dl ㎘ kl ㏄ cc ㎐ Hz ㎑ kHz ㎒ MHz ㎓ GHz \
        ㎾ kW ㎿ MW ㎸ kV ㎷ mV ㎃ mA ㎅ KB ㎆ MB ㎇ GB ㎈ cal ㎉ kcal ㎧ m/s ㎩ Pa ㎪ kPa ㎳ ms ㎲ us ㏈ dB \
        ㏂ am ㏘ pm ㏗ pH ㏙ ppm

        """

    private static let arrows = """
        →➡⟶➔➜⇢ -> ←⬅⟵⇠ <- ↔⟷ <-> ⇒⟹ => ⇐⟸ <= ⇔⟺ <=> ↑⬆▲△▴🔼 ^ ↓⬇▼▽▾🔽 v ►▶▸▷ > ◄◀◂◁ < ↗ -> ↘ -> ↩ <- ↪ -> ↵ <-

        """

    private static let shapes = """
        ─━┄┅┈┉╌╍ - ═ = │┃┆┇┊┋╎╏║ | ┌┍┎┏┐┑┒┓└┕┖┗┘┙┚┛├┝┞┟┠┡┢┣┤┥┦┧┨┩┪┫┬┭┮┯┰┱┲┳┴┵┶┷┸┹┺┻┼┽┾┿╀╁╂╃╄╅╆╇╈╉╊╋ + \
        ╒╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡╢╣╤╥╦╧╨╩╪╫╬╭╮╯╰ + ╱ / ╲ \\ ╳ X █▓▒░▀▄▌▐▉▊▋▍▎▏▁▂▃▅▆▇ # ■□▪▫●○◦◆◇◉◎ * ⌠⌡ |

        """

    /// Replacements that must not touch an adjacent digit.
    static let apart = Pairs(
        arrows + """
            € EUR £ GBP ¥￥ Y ¢ c ¤ cur ₹ INR ₽ RUB ₴ UAH ₩ KRW ₪ ILS ₺ TRY ₿ BTC ₫ VND ₦ NGN ₱ PHP ฿ THB \
            ₸ KZT ₼ AZN ₾ GEL ₡ CRC ₲ PYG ₵ GHS ₮ MNT ₭ LAK ﷼ Rial ￡ GBP ₤ L ₨ Rs ₣ Fr ₯ Dr ₠ ECU ₳ A ৳ BDT ៛ KHR ؋ AFN ₧ Pts ￦ KRW °˚∘ deg \
            ª a ºᵒ o ‰؉ o/oo ‱؊ o/ooo ℓ l № No ㎡ m2 ㎠ cm2 ㎢ km2 ㎥ m3 ㎤ cm3 ㎣ mm3 ㎨ m/s2 🔟 10 🔢 123 \
            ½ 1/2 ⅓ 1/3 ⅔ 2/3 ¼ 1/4 ¾ 3/4 ⅕ 1/5 ⅖ 2/5 ⅗ 3/5 ⅘ 4/5 ⅙ 1/6 ⅚ 5/6 ⅛ 1/8 ⅜ 3/8 ⅝ 5/8 ⅞ 7/8 \
            ⅐ 1/7 ⅑ 1/9 ⅒ 1/10 ↉ 0/3 ⅟ 1/
            """)

    /// Superscript digits and the signs used with them.
    static let raised = Pairs(
        "⁰ 0 ¹ 1 ² 2 ³ 3 ⁴ 4 ⁵ 5 ⁶ 6 ⁷ 7 ⁸ 8 ⁹ 9 ⁺ + ⁻ - ⁼ = ⁽ ( ⁾ ) ⁿ n")

    /// Subscripts.
    static let lowered = Pairs(
        "₀ 0 ₁ 1 ₂ 2 ₃ 3 ₄ 4 ₅ 5 ₆ 6 ₇ 7 ₈ 8 ₉ 9 ₊ + ₋ - ₌ = ₍ ( ₎ )")

    /// Middle dots.
    static let dots = "·∙⋅・･"

    /// Punctuation of unsupported scripts.
    static let stops = Pairs("、،﹐､，﹑ , 。．。।॥።።﹒ . ؛；﹔ ; ؟？﹖ ? ： : ！ !")

    /// Existing replacement characters for lost text.
    static let unreadable = "\u{FFFD}〓"
}
