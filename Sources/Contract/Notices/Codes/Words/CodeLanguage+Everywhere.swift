extension CodeLanguage {
    /// Words that occur in messages of any language.
    static let everywhere = CodeLanguage(
        name: "",
        strong: "otp|otps|2fa|totp|mtan|smstan|sms-tan|pushtan",
        weak: "code|pin|pin-code",
        things: "qr|qr-code|pnr|sku|zip|wifi|wi-fi|promo|voucher|cvv|cvc",
        numbers: """
            usd|eur|gbp|chf|jpy|inr|idr|rp|rs|tk|bdt|pkr|npr|rm|php|try|brl|mxn|cad|aud|sgd|hkd|twd|thb
            |vnd|krw|rub|uah|pln|irr|sar|aed|egp|nr|nº|n°|no|tel|fax|ref|ref.|id|iban|bic|swift|imei|vat
            """,
        units: """
            usd|eur|euro|euros|gbp|chf|jpy|inr|idr|cny|rmb|krw|vnd|thb|twd|hkd|sgd|rub|uah|pln|sar|aed
            |egp|pkr|bdt|kr|tl|rs|mb|gb|kb|tb|mbit|km|kg|mg|ml|cm|mm|kcal|cal|kj|kwh|kw|mw|hz|khz|mhz
            |bpm|rpm|px|h|min|sec|ms|mph|ft|lb|lbs|mi|m²|m2|m|g
            """)
}
