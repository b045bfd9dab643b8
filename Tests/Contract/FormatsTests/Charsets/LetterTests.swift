import Formats
import Testing

/// Letters that a charset lacks, in letters it has.
struct LetterTests {
    @Test(arguments: [
        Sample("Zoe Muller", "Zoe Muller", "what is ASCII stays"),
        Sample("Zoë Müller", "Zoe Muller", "marks go"),
        Sample("Zoe\u{308} Mu\u{308}ller", "Zoe Muller", "marks apart from their letter too"),
        Sample("Łódź Øre Đorđe Ħal ſ", "Lodz Ore Dorde Hal s", "strokes are marks"),
        Sample(
            "Straße ŒUVRE Œuvre ÆON Ægir ẞ", "Strasse OEUVRE Oeuvre AEON Aegir Ss", "two for one"),
        Sample("Þór ÞÓR Ðorð", "Thor THOR Dord", "Icelandic"),
        Sample("İstanbul ışık ğ", "Istanbul isik g", "Turkish, with and without dots"),
        Sample("Nguyễn Ước", "Nguyen Uoc", "Vietnamese, two marks in one"),
        Sample("Ngu\u{302}\u{303}e", "Ngue", "two marks that no letter has together"),
        Sample("ﬁn ﬄ ĳs ǅ", "fin ffl ijs Dz", "ligatures"),
        Sample("ＨＥＬＬＯ！ １２", "HELLO! 12", "full-width forms"),
        Sample("𝓗𝓮𝓵𝓵𝓸 ℋ𝟙 Ⓐⓩ ① 🄱", "Hello H1 Az 1 B", "letters in dress"),
        Sample("ᴀʙᴄ ˢᵘᵖ", "abc sup", "small and raised ones"),
        Sample("coŀlega ĿĿ", "collega LL", "a letter with a dot beside it"),
        Sample("\u{212A} \u{212B} \u{37E}", "K A ;", "other numbers for the same characters"),
    ])
    func `Latin`(_ sample: Sample) {
        sample.check(.ascii)
    }

    @Test(arguments: [
        Sample("Привет", "Privet", "Russian"),
        Sample("Щука ЩУКА Щ ЩА Ща", "Shchuka SHCHUKA Shch SHCHA Shcha", "capitals as in the word"),
        Sample("Юрий Ёлкин подъезд", "Yuriy Yolkin podezd", "signs that have no sound"),
        Sample("Ьь abc", "abc", "signs without a sound leave no space before what follows"),
        Sample("ь", "?", "and are not nothing where there is nothing else"),
        Sample("Сергеи\u{306}", "Sergey", "a letter made of two"),
        Sample("за\u{301}мок", "zamok", "a stress that is written"),
        Sample(
            "Київ Юлія Їжак Григорій", "Kyiv Yuliia Yizhak Hryhorii", "Ukrainian by its і and ї"),
        Sample("Зеленський", "Zelenskyi", "Ukrainian by its ending"),
        Sample("Богдан", "Bogdan", "what might be either is read as Russian"),
        Sample(
            "п'ять об’єкт Дем’янюк О'Нил", "p'iat ob'iekt Dem'ianiuk O'Nil", "or its apostrophe"),
        Sample("Уладзімір Быкаў", "Uladzimir Bykau", "Belarusian"),
        Sample("Ђорђе Живковић Љубица Џон", "Djordje Zivkovic Ljubica Dzon", "Serbian"),
        Sample("Ќулафков Ѓорѓи", "Kjulafkov Gjorgji", "Macedonian"),
        Sample("България щъркел", "Balgariya shtarkel", "Bulgarian by an ъ before a consonant"),
        Sample("Қазақстан Өмір", "Qazaqstan Omir", "Kazakh"),
        Sample("Київ и Москва", "Kyiv i Moskva", "each word by itself"),
    ])
    func `Cyrillic`(_ sample: Sample) {
        for charset in [Charset.ascii, .latin1, .cp437] { sample.check(charset) }
    }

    @Test(arguments: [
        Sample("Γειά σου", "Geia sou", "two letters that are one sound"),
        Sample(
            "αυτό αύριο ευχή Ευρώπη", "afto avrio efchi Evropi", "v, or f before a voiceless one"),
        Sample("Άγγελος Άγχος", "Angelos Anchos", "a gamma that is an n"),
        Sample("Μπάμπης ΜΠΑΝΑΝΑ λάμπα", "Bampis BANANA lampa", "b where a word begins"),
        Sample("ΐ Ϋ ᾧ", "i Y o", "marks upon marks"),
        Sample("Ψυχή ΨΥΧΗ", "Psychi PSYCHI", "capitals as in the word"),
    ])
    func `Greek`(_ sample: Sample) {
        for charset in [Charset.ascii, .latin1, .cp437] { sample.check(charset) }
    }

    @Test(arguments: [
        Sample("საქართველო", "sakartvelo", "Georgian"),
        Sample("Հայաստան Շուշան", "Hayastan Shoushan", "Armenian"),
        Sample("+٤٩ ۵۵ ५", "+49 55 5", "digits of any script"),
    ])
    func `other scripts that are read letter by letter`(_ sample: Sample) {
        sample.check(.ascii)
    }

    @Test(arguments: [
        Sample("李明", "?", "a name that cannot be told is one mark"),
        Sample("李明 Li Ming", "? Li Ming", "beside what can be told"),
        Sample("שלום לכולם", "?", "words in a row are one run"),
        Sample("שלום, עולם 5", "?, ? 5", "which anything readable ends"),
        Sample("日本語、です。", "?", "the script's own stops belong to it"),
        Sample("Hello、 OK。", "Hello, OK.", "but not after letters"),
        Sample("你好，世界！你好；？", "?", "full-width ones too"),
        Sample("Hello！ OK，5；6 世界 ！", "Hello! OK,5;6 ? !", "which stay where they can be read"),
        Sample("سلام عليكم؟", "?", "Arabic, and its question mark"),
        Sample("ที่นี่", "?", "Thai with its vowels"),
        Sample("क्षि।", "?", "several parts in a character"),
        Sample("한국 \u{1100}\u{1161}\u{11A8}", "?", "Hangul in one and in letters"),
        Sample("日本! 日本?", "?! ??", "marks of the text stay"),
        Sample("\u{600}123", "123", "a digit in one character with a sign before it"),
        Sample("a\u{FFFF}b\u{E000}\u{10FFFF}", "a?b?", "no characters, and nobody's"),
    ])
    func `scripts that have no place become one mark`(_ sample: Sample) {
        for charset in [Charset.ascii, .latin1, .cp437] { sample.check(charset) }
    }
}
