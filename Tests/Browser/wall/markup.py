"""The markup that the real wall draws of a board that it tells in JSON; the check `drawn-alike` compares both."""

from datetime import date

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
LOOKS = {
    "incoming_call": "call", "active_call": "call", "missed_call": "missed", "voicemail": "voicemail", "social": "social", "email": "mail",
    "schedule": "schedule",
}
COUNTS = {"missed": ("missed call", "missed calls"), "voicemail": ("voicemail", "voicemails"), "others": ("other notification", "other notifications")}
DOING = {"playing": "Playing", "paused": "Paused", "rewinding": "Rewinding", "fast_forwarding": "Fast forward"}
KEYS = ("next", "softer", "louder", "back", "skip", "shuffle", "repeat", "like", "dislike", "bookmark")
LOOKS_ONLY = "This wall may only look. A link of sudo callboard wall link --act lets it answer, decline and clear."
MANY_BRIDGES = "This wall shows many bridges: calls and notifications are answered and cleared elsewhere."
# Members of a board, and the parts of the page that show them.
PARTS = {
    "link": ("link",), "counts": ("counts",), "phones": ("phones",), "radio": ("phones",), "calls": ("calls",), "places": ("alerts", "house"),
    "bridges": ("house",), "media": ("media",),
}


def board(of: dict) -> str:
    """Gives a whole board."""
    classes = "board" + (" ringing" if any(each["state"] == "ringing" for each in of.get("calls", [])) else "")
    classes += " stale" if of["link"]["state"] == "gone" else ""
    may = " ".join(word for word, name in (("act", "may_act"), ("search", "searches")) if of.get(name))
    rows = of.get("rows", [])
    clock, today = of["time"][11:16], date.fromisoformat(of["time"][:10])
    return (
        f'<div id="board" class="{classes}" data-detail="{of["detail"]}" data-may="{may}" data-night="{"yes" if of.get("night") else ""}">\n'
        f'<header class="top"><h1 id="name" class="name" dir="auto">{text(of["name"])}</h1>'
        f'<time id="clock" class="clock" datetime="{of["time"]}">{clock}</time>'
        f'<p id="date" class="date">{WEEKDAYS[today.weekday()]} {today.day} {MONTHS[today.month - 1]}</p>{counts(of)}{phones(of)}</header>\n'
        f'{link(of)}\n{calls(of)}\n<main id="day" class="day" aria-label="The day"><p id="newer" class="newer" hidden><button type="button"></button></p>{alerts(of)}'
        f'<p id="nothing" class="nothing"{hidden(rows or of["detail"] == "counts")}>Nothing yet today.</p>'
        f'<ol id="rows" class="rows{" days" if any("day" in each for each in rows) else ""}" role="list" aria-label="Notifications, newest first">'
        f'{"".join(map(row, rows))}</ol></main>\n{house(of)}\n{media(of)}\n</div>')


def change(of: dict, members: dict) -> dict:
    """Gives what a page is told of a board some of whose members, or rows, are otherwise now."""
    news: dict = {"time": of["time"]}
    if "night" in members:
        news["night"] = members["night"]
    draw = {"link": link, "counts": counts, "phones": phones, "calls": calls, "media": media, "alerts": alerts, "house": house}
    names = {part for member in members for part in PARTS.get(member, ())}
    news["parts"] = [draw[name](of) for name in draw if name in names]
    if "rows" in members:
        puts = members["rows"]["put"]
        news["rows"] = {"gone": members["rows"]["gone"], "put": [
            {"id": each["row"]["id"], "before": each["before"], "row": row(each["row"])} for each in puts]}
    return news


def counts(of: dict) -> str:
    """Gives what is counted."""
    numbers = {name: of.get("counts", {}).get(name, 0) for name in COUNTS}
    items = ""
    for name, number in numbers.items():
        words = COUNTS[name][number != 1]
        said = "" if name == "others" else f' data-number="{number}" data-said="{number} {words}"'
        if number:
            items += f'<li class="count" data-id="{name}"{said}>{icon(name)}<b>{number}</b><span>{words}</span></li>'
    missed = f"({numbers['missed']}) " if numbers["missed"] else ""
    title = text(missed + cut(of["name"], 40) + " · Callboard")
    return f'<ul id="counts" class="counts" role="list" aria-label="Counts" data-title="{title}">{items}</ul>'


def phones(of: dict) -> str:
    """Gives how phones are, and the radio where that matters."""
    found = [(each["phone"], each["state"], each["phone"], each["words"]) for each in of.get("phones", [])]
    radio = of.get("radio")
    listens = bool(radio) and radio["state"] == "listening"
    if radio and (not listens or not found):
        found.append(("radio", radio["state"] if listens else "trouble", "Radio", radio["words"]))
    items = "".join(
        f'<li class="phone" data-id="{text(name)}" data-state="{state}"><bdi>{text(shown)}</bdi><span class="words">{text(words)}</span></li>'
        for name, state, shown, words in found)
    return f'<ul id="phones" class="phones" role="list" aria-label="Phones">{items}</ul>'


def link(of: dict) -> str:
    """Gives whether the bridge is there."""
    is_gone = of["link"]["state"] == "gone"
    words = since = ""
    if is_gone:
        moment = of["link"]["since"]
        day = "" if moment[:10] == of["time"][:10] else f"{int(moment[8:10])} {MONTHS[int(moment[5:7]) - 1][:3]} "
        words, since = text(of["link"]["words"]), f"Since {day}{moment[11:16]}."
    return f'<div id="link" class="link"{hidden(not is_gone)}>{icon("trouble")}<p><strong>{words}</strong> <span class="since">{since}</span></p></div>'


def calls(of: dict) -> str:
    """Gives the calls, none of which is known where the bridge is not there."""
    found = [] if of["link"]["state"] == "gone" else of.get("calls", [])
    mixed = " mixed" if len({each["state"] for each in found}) == 2 else ""
    return f'<section id="calls" class="calls{mixed}" aria-label="Calls" tabindex="-1">{"".join(map(call, found))}</section>'


def call(of: dict) -> str:
    """Gives a call."""
    rings, who, app = of["state"] == "ringing", of.get("who"), text(cut(of.get("app", ""), 100))
    length = lasted(of["seconds"])
    title, said = ("Incoming call" if who is None else text(cut(who, limit)) + " is calling" for limit in (80, 200))
    kind = "On the phone" if not rings else "" if who is None else "Incoming call"
    name = who if who is not None else "Incoming call" if rings else "A call"
    return (
        f'<article class="call" data-id="{of["id"]}" data-state="{of["state"]}" data-seconds="{float(of["seconds"])}" data-title="{title}" '
        f'data-said="{said}{", " + app if app else ""}"><p class="head">{icon("call")}<span class="kind">{kind}</span><span class="via">'
        f'<bdi class="app-name">{app}</bdi><bdi class="phone-name">{text(cut(of.get("phone", ""), 100))}</bdi></span>'
        f'<span class="for" aria-hidden="true">{length}</span></p><h2 class="caller" dir="auto"><span>{text(cut(name, 400))}</span></h2></article>')


def media(of: dict) -> str:
    """Gives what phones play, of which nothing is known where the bridge is not there."""
    found = [] if of["link"]["state"] == "gone" else of.get("media", [])
    return f'<section id="media" class="media" aria-label="Media players">{"".join(map(player, found))}</section>'


def player(of: dict) -> str:
    """Gives the player of a phone."""
    seconds, length, volume, name = of.get("position"), of.get("duration"), of.get("volume"), text(cut(of["phone"], 80))
    times = "" if seconds is None else f' data-seconds="{float(seconds)}" data-rate="{float(of["rate"])}"'
    times += "" if length is None else f' data-length="{float(length)}"'
    doing = DOING.get(of.get("state", ""), "Media player")
    pieces = [(kind, text(cut(of.get(kind, ""), limit))) for kind, limit in (("title", 200), ("artist", 200), ("album", 80))]
    piece = " ".join(f'<bdi class="{kind}">{words}</bdi>' for kind, words in pieces if words) or f'<bdi class="title">{doing}</bdi>'
    loud = "" if volume is None else (
        f'<span class="volume">{icon("sound")}<span class="hidden">Volume </span>{int(volume * 100 + 0.5)} %</span>')
    return (
        f'<article class="player" data-id="{text(of["id"])}" data-of="phone" data-state="{of.get("state", "unknown")}"{times} '
        f'data-keys="{" ".join(keys(of))}" aria-label="{name}"><p class="piece">{piece}</p><p class="facts"><span class="doing">{doing}</span>{loud}'
        f'<bdi class="app-name">{text(cut(of.get("player", ""), 80))}</bdi><bdi class="phone-name">{name}</bdi></p>'
        f'{progress(seconds, length)}</article>')


def keys(of: dict) -> list[str]:
    """Gives the keys of a player."""
    offered = of.get("commands", [])
    main = "toggle" if "toggle" in offered else "pause" if of.get("state") == "playing" else "play"
    return [each for each in ("previous", main, *KEYS) if each in offered]


def progress(seconds: float | None, length: float | None) -> str:
    """Gives the position, and a bar where the length is known."""
    if seconds is None:
        return ""
    position = f'<span class="for">{lasted(seconds)}</span>'
    if not length:
        return f'<p class="time">{position}</p>'
    bar = f'<progress max="{float(length)}" value="{float(seconds)}" aria-hidden="true"></progress>'
    return f'<p class="time">{position}{bar}<span class="length"><span class="hidden">of </span>{lasted(length)}</span></p>'


def lasted(seconds: float) -> str:
    """Gives minutes and seconds, and hours if there are any."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}" if minutes >= 60 else f"{minutes}:{rest:02}"


def alerts(of: dict) -> str:
    """Gives what was left behind."""
    items = "".join(
        f'<li class="alert" data-id="{text(each["name"])}" data-said="{text(cut(each["said"], 200))}">{sign(each)} <bdi>{text(each["said"])}</bdi></li>'
        for each in of.get("places", []) if each.get("said"))
    return f'<ul id="alerts" class="alerts" role="list" aria-label="Left behind">{items}</ul>'


def house(of: dict) -> str:
    """Gives items, persons and bridges."""
    places, bridges = of.get("places", []), of.get("bridges", [])
    items = "".join(
        f'<li class="place{" here" if each.get("here") else ""}{" missing" if each.get("missing") else ""}" data-id="{text(each["name"])}">'
        f'{sign(each)} <bdi>{text(each["name"])}</bdi> <span class="words">{text(each["words"])}</span></li>' for each in places)
    others = "".join(
        f'<li class="bridge{" trouble" if each.get("trouble") else ""}" data-id="{text(each["name"])}"><bdi>{text(each["name"])}</bdi> '
        f'<span class="words">{text(each["words"])}</span></li>' for each in bridges)
    return (
        f'<aside id="house" class="house{" some" if places or bridges else ""}" aria-label="Items, residents, bridges" '
        f'data-looks="{MANY_BRIDGES if bridges else LOOKS_ONLY}"><h2 class="{"" if places else "empty"}">Items and residents</h2>'
        f'<ul id="places" class="places" role="list" aria-label="Items and residents">{items}</ul><h2 class="{"" if bridges else "empty"}">Bridges</h2>'
        f'<ul id="bridges" class="bridges" role="list" aria-label="Bridges">{others}</ul></aside>')


def row(of: dict) -> str:
    """Gives a row; one of a search has no word about whether it is gone."""
    gone, count = of.get("gone"), of.get("count", 1)
    clock = of["time"][11:16]
    facts = (
        ("App", of.get("app")), ("Time", f"{of['time'][:10]} {clock}"), ("Phone", of.get("phone")),
        ("Notifications", f"{count}; this is the newest" if count > 1 else None), ("Length", of.get("length")),
        ("State", None if gone is None else "no longer on the phone" if gone else "on the phone"))
    more = "".join(f'<dt>{name}</dt><dd dir="auto">{text(value)}</dd>' for name, value in facts if value)
    return (
        f'<li class="row{" gone" if gone else ""}{" missed" if of.get("missed") else ""}" data-id="{text(of["id"])}" data-look="{of["look"]}"'
        f'{" data-cut" if of.get("cut") else ""}><details><summary><span class="line"><time class="when" datetime="{text(of["time"])}">'
        f'<span class="day-name">{of.get("day", "")}</span> <span class="hour">{text(clock)}</span></time> <span class="label">{text(of["label"])}</span> '
        f'<span class="who"><bdi>{folded(of["who"], 160)}</bdi> <span class="times">{f"×{count}" if count > 1 else ""}</span></span> '
        f'<span class="app" dir="auto">{text(cut(of.get("place") or of.get("app", ""), 80))}</span> '
        f'<span class="text" dir="auto">{folded(of.get("text", ""), 600)}</span>'
        f'<span class="state hidden">{" (no longer on the phone)" if gone else ""}</span></span></summary>'
        f'<div class="more"><dl>{more}</dl></div></details></li>')


def hit(of: dict, today: str) -> str:
    """Gives a notice of the history as a row."""
    received, message = of.get("received", ""), of.get("message", "")
    moment = of.get("sent") or received or of.get("at", "")
    day = "" if moment[:10] == today[:10] else f"{int(moment[8:10])} {MONTHS[int(moment[5:7]) - 1][:3]}"
    if day and moment[:4] != today[:4]:
        day += f" {moment[:4]}"
    size = len(message.encode())
    is_part = of.get("message_size", 0) > size
    phone = of.get("phone")
    shown = {
        "id": f"{of.get('id', '')} {received}", "time": moment, "day": day, "label": cut(of.get("label", ""), 24),
        "look": LOOKS.get(of.get("category", ""), "plain"), "missed": of.get("category") == "missed_call", "who": of.get("title", ""),
        "text": "\n".join(each for each in (of.get("subtitle"), message) if each) + ("…" if is_part else ""), "app": of.get("app", ""),
        "length": f"{size} of {of.get('message_size')} bytes; the phone was asked for no more" if is_part else None, "phone": phone,
    }
    if of.get("site"):
        shown["phone"] = shown["place"] = f"{of['site']}/{of.get('bridge', '')} {phone or ''}"
    return row(shown)


def text(words: str) -> str:
    """Gives words that are no markup."""
    for sign_, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#39;"), ("\0", "")):
        words = words.replace(sign_, entity)
    return words


def cut(words: str, limit: int) -> str:
    """Gives so much of them, and a mark where there is more."""
    return words if len(words) <= limit else words[:limit] + "…"


def folded(words: str, limit: int) -> str:
    """Gives them with what a row shows once it is open."""
    rest = f'<span class="dots">…</span><span class="rest">{text(words[limit:])}</span>' if len(words) > limit else ""
    return text(words[:limit]) + rest


def icon(name: str) -> str:
    """Gives a picture of the page's own."""
    return f'<svg class="icon" aria-hidden="true"><use href="#i-{name}"></use></svg>'


def sign(place: dict) -> str:
    """Gives the picture of an item."""
    return f'<span class="picture" aria-hidden="true">{text(place.get("picture", ""))}</span>'


def hidden(is_hidden: object) -> str:
    """Gives the attribute."""
    return " hidden" if is_hidden else ""
