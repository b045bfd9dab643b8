extension CodeLanguage {
    static let english = CodeLanguage(
        name: "English",
        strong: """
            verification code|verification pin|verification number|one-time code|one time code
            |one-time password|one time password|one-time passcode|one time passcode|one-time pin
            |one time pin|one-time security code|passcode|security code|login code|log-in code|log in code
            |sign-in code|sign in code|signin code|authentication code|authorization code
            |authorisation code|confirmation code|access code|activation code|auth code|verify code
            |validation code|temporary code|temporary password|temporary pin|two-factor code
            |two-step code|2-step verification code|identity code|single-use code|registration code
            |recovery code|guard code|reset code|password reset code|secure code|sms code|device code|otp code
            """,
        weak: """
            password|pin code|to verify your|to verify it's you|to sign in|to log in|to login
            |to confirm your identity|to confirm it's you|to reset your password
            """,
        things: """
            order|tracking|parcel|package|shipment|delivery|booking|reservation|flight|train|bus|gate|room
            |table|ticket|invoice|bill|receipt|reference|case|claim|promotion|promotional|discount|coupon
            |gift|offer|referral|invite|invitation|postal|postcode|post code|zip code|pincode|area|country
            |dial|dialling|dialing|bar|error|status|dress|source|product|item|model|batch|lot|sort|branch
            |tax|meeting|meeting id|conference|pickup|pick-up|collection|locker|apartment|building|exit|version|build
            |episode|season|chapter|page|student|patient|member|membership|employee|customer
            |booking confirmation code|reservation code|reservation confirmation code
            |order confirmation code|confirmation number|approval code|platform|serial|licence|license|plate|policy|application
            """,
        numbers: """
            account|acct|a/c|card|debit card|credit card|ending|ending in|ending with|ends in|ends with|last 4 digits
            |last four digits|phone|mobile|telephone|call|call us|hotline|helpline|dial|text stop to|stop to
            |reply to|text to|number|amount|total|balance|population|year
            """,
        units: """
            minutes|mins|hours|hour|hrs|hr|days|weeks|months|years|seconds|secs|kilometres|kilometers|miles
            |pounds|dollars|rupees|bucks|cents|steps|points|pts|coins|credits|calories|likes|views|followers
            |people|users|items|products|photos|messages|emails|votes|shares|copies|seats|stars|units|pcs
            |pieces|meters|metres|feet|sqft|employees|visitors|customers|orders|times|degrees|jobs|runs
            |subscribers|members|homes|rooms|tickets|accounts|issues|errors|attempts|files|lines|tests|results
            |km/h|am|pm|new
            """)
}
