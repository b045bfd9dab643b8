"""The account of a scenario: what came out against what the phone sent."""

from collections import Counter
from collections.abc import Iterable

from phone.notice import Notice
from phone.phone import Phone

from .callboard import Bridge, Event


async def all_shown(bridge: Bridge, notices: Iterable[Notice], since: int = 0, limit: float = 60) -> None:
    """Waits until all are there, and says which are not."""
    wanted = {notice.title for notice in notices}

    def there(events: list[Event]) -> bool:
        return wanted <= {event.get("title") for event in events[since:]}

    try:
        await bridge.events.until(f"all of {len(wanted)} notices", there, limit)
    except AssertionError as error:
        missing = sorted(wanted - {str(event.get("title")) for event in bridge.came(since)})
        raise AssertionError(f"{error}; lost: {len(missing)}, among them {missing[:5]}") from None


async def one_more(bridge: Bridge, phone: Phone, title: str, since: int = 0) -> None:
    """A fresh notification is shown once, with its text."""
    notice = phone.centre.add(Notice(title, f"text of {title}"))
    await bridge.event("added", since, title=title, phone=phone.name)
    events = [event for event in bridge.came(since) if event["title"] == title]
    assert len(events) == 1 and events[0]["message"] == notice.message, events


def check(bridge: Bridge, phone_name: str, notices: Iterable[Notice], since: int = 0) -> None:
    """Nothing lost, nothing twice, nothing changed on the way, nothing under another name."""
    expected = {notice.title: notice for notice in notices}
    came = [event for event in bridge.came(since) if event["phone"] == phone_name]
    times = Counter(event["title"] for event in came)
    lost = [title for title in expected if title not in times]
    strange = [title for title in times if title not in expected]
    twice = [title for title, count in times.items() if count > 1]
    assert not lost, f"lost: {lost[:5]} ({len(lost)})"
    assert not strange, f"not sent by {phone_name}: {strange[:5]}"
    assert not twice, f"shown twice: {twice[:5]} ({len(twice)})"
    for event in came:
        same_words(event, expected[event["title"]])


def same_words(event: Event, notice: Notice, limit: int = 2048) -> None:
    """An event says what its notification says."""
    assert not event.get("incomplete"), f"{notice.title} is incomplete"
    assert event["app_id"] == notice.app, event
    assert event["subtitle"] == notice.subtitle, event
    whole = notice.message.encode()
    assert event["message"] == whole[:limit].decode(errors="ignore"), (
        f"{notice.title}: {len(event['message'])} characters, sent {len(notice.message)}"
    )
    if len(whole) > limit:
        assert event["message_size"] == len(whole), event
