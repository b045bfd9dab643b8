/// Light and dark colours of the picture, selected by the viewer's settings.
enum SVGTheme {
    /// Class selectors and their colours.
    private static let marks: [(selector: String, property: String, light: String, dark: String)] =
        [
            (".page", "fill", "#f4f6f9", "#0d1117"),
            (".card", "fill", "#ffffff", "#161b22"),
            (".card", "stroke", "#e2e7ee", "#2b323c"),
            (".text", "fill", "#18212d", "#e8edf3"),
            (".muted", "fill", "#64707f", "#94a0ae"),
            (".rule", "stroke", "#e4e9ef", "#2a313b"),
            (".axis", "stroke", "#9aa6b4", "#58626e"),
            (".empty", "fill", "#eef1f5", "#212832"),
            (".ring", "stroke", "#eef1f5", "#212832"),
            (".blue", "fill", "#2f6fed", "#5b95ff"),
            (".blue-line", "stroke", "#2f6fed", "#5b95ff"),
            (".teal", "fill", "#0e9384", "#2bb8a6"),
            (".green", "fill", "#2e9e5b", "#43bf77"),
            (".green-line", "stroke", "#2e9e5b", "#43bf77"),
            (".violet", "fill", "#7a5af0", "#9d85ff"),
            (".red", "fill", "#e5484d", "#ff6d70"),
            (".red-line", "stroke", "#e5484d", "#ff6d70"),
            (".amber", "fill", "#d9911b", "#eab04a"),
            (".amber-line", "stroke", "#d9911b", "#eab04a"),
            (".grey", "fill", "#a7b2bf", "#5a6572"),
            (".grey-line", "stroke", "#a7b2bf", "#5a6572"),
        ]

    private static let shape = """
        text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',\
        sans-serif;font-size:13px}
        .large{font-size:26px;font-weight:600}
        .title{font-size:22px;font-weight:600}
        .head{font-size:15px;font-weight:600}
        .small{font-size:11.5px}
        .middle{text-anchor:middle}
        .last{text-anchor:end}
        .rule,.axis{stroke-width:1;fill:none}
        .arc{fill:none;stroke-width:20}
        """

    static let sheet: String = {
        let rules = { (isDark: Bool) in
            marks.map { "\($0.selector){\($0.property):\(isDark ? $0.dark : $0.light)}" }
                .joined(separator: "\n")
        }
        return shape + "\n" + rules(false) + "\n@media (prefers-color-scheme:dark){\n"
            + rules(true) + "\n}"
    }()
}
