/// Transliteration of Greek as in passports and on road signs (ELOT 743), and meanings of single letters.
enum Greek {
    /// Letters with their capitals and accented forms, by base letter.
    static let letters: [(letter: String, forms: String)] = [
        ("α", "αΑΆάἀἁἂἃἄἅἆἇἈἉἊἋἌἍἎἏὰᾀᾁᾂᾃᾄᾅᾆᾇᾈᾉᾊᾋᾌᾍᾎᾏᾰᾱᾲᾳᾴᾶᾷ"),
        ("α", "ᾸᾹᾺᾼ"),
        ("β", "βΒϐ"),
        ("γ", "γΓ"),
        ("δ", "δΔ"),
        ("ε", "εΕΈέἐἑἒἓἔἕἘἙἚἛἜἝὲῈϵ"),
        ("ζ", "ζΖ"),
        ("η", "ηΗΉήἠἡἢἣἤἥἦἧἨἩἪἫἬἭἮἯὴᾐᾑᾒᾓᾔᾕᾖᾗᾘᾙᾚᾛᾜᾝᾞᾟῂῃῄῆῇῊῌ"),
        ("θ", "θΘϑ"),
        ("ι", "ιΙΊΐΪίϊἰἱἲἳἴἵἶἷἸἹἺἻἼἽἾἿὶῐῑῒῖῗῘῙῚ"),
        ("κ", "κΚϰ"),
        ("λ", "λΛ"),
        ("μ", "μΜ"),
        ("ν", "νΝ"),
        ("ξ", "ξΞ"),
        ("ο", "οΟΌόὀὁὂὃὄὅὈὉὊὋὌὍὸῸ"),
        ("π", "πΠϖ"),
        ("ρ", "ρΡῤῥῬϱ"),
        ("ς", "ς"),
        ("σ", "σΣϲ"),
        ("τ", "τΤ"),
        ("υ", "υΥΎύὐὑὒὓὔὕὖὗὙὛὝὟὺῠῡῦῨῩῪ"),
        ("φ", "φΦϕ"),
        ("χ", "χΧ"),
        ("ψ", "ψΨ"),
        ("ω", "ωΩΏώὠὡὢὣὤὥὦὧὨὩὪὫὬὭὮὯὼᾠᾡᾢᾣᾤᾥᾦᾧᾨᾩᾪᾫᾬᾭᾮᾯῲῳῴῶῷῺῼ"),
        ("ϋ", "Ϋΰϋῢῧ"),
    ]

    /// Transliteration of each letter by itself.
    static let sounds = Pairs(
        """
        α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y ϋ y \
        φ f χ ch ψ ps ω o
        """
    ).texts

    /// Symbols in formulas, if no other Greek letter is adjacent.
    static let symbols: [Unicode.Scalar: String] = ["Ω": "Ohm", "μ": "u", "π": "pi"]

    /// After an alpha or epsilon and before these, or at the end, an ypsilon is an f.
    static let voiceless: Set<Unicode.Scalar> = ["θ", "κ", "ξ", "π", "σ", "ς", "τ", "φ", "χ", "ψ"]
}
