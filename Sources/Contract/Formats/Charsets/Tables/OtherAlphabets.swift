/// Alphabets that are transliterated letter by letter.
enum OtherAlphabets {
    /// Georgian as in Georgian passports, and Armenian in reformed spelling.
    static let letters = Pairs(
        """
        ა a ბ b გ g დ d ე e ვ v ზ z თ t ი i კ k ლ l მ m ნ n ო o პ p ჟ zh რ r ს s ტ t უ u ფ p ქ k \
        ღ gh ყ q შ sh ჩ ch ც ts ძ dz წ ts ჭ ch ხ kh ჯ j ჰ h \
        ա a բ b գ g դ d ե e զ z է e ը y թ t ժ zh ի i լ l խ kh ծ ts կ k հ h ձ dz ղ gh ճ ch մ m \
        յ y ն n շ sh ո o չ ch պ p ջ j ռ r ս s վ v տ t ր r ց ts ւ u փ p ք k օ o ֆ f և ev
        """)
}
