"""What a page complains of: errors of scripts, of loading, and of its own policy."""

import threading

# What scripts say so loudly.
LOUD = ("error", "warning", "assert")


class Complaints:
    """All that one page complained of."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.forgiven: tuple[str, ...] = ()
        self.lock = threading.Lock()
        self.open = True

    def hear(self, method: str, parameters: dict) -> None:
        """Takes an event, on the thread that reads."""
        words = complaint(method, parameters)
        if words and self.open:
            with self.lock:
                self.heard.append(words)

    def found(self) -> list[str]:
        """Gives those that nobody forgave."""
        with self.lock:
            return [each for each in self.heard if not any(word in each for word in self.forgiven)]

    def close(self) -> None:
        """Hears no more."""
        self.open = False


def complaint(method: str, parameters: dict) -> str:
    """Gives what an event complains of, or nothing."""
    if method == "Runtime.exceptionThrown":
        details = parameters["exceptionDetails"]
        return f"exception: {details.get('exception', {}).get('description', details['text'])}"
    if method == "Runtime.consoleAPICalled" and parameters["type"] in LOUD:
        return f"{parameters['type']}: " + " ".join(str(each.get("value", each.get("description"))) for each in parameters["args"])
    if method == "Log.entryAdded":
        entry = parameters["entry"]
        # What a policy refuses is told as an issue, too; here is the sentence.
        if entry["level"] in ("error", "warning") or entry["source"] == "security":
            return f"{entry['source']}: {entry['text']} {entry.get('url', '')}".strip()
    if method == "Audits.issueAdded" and parameters["issue"]["code"] == "ContentSecurityPolicyIssue":
        details = parameters["issue"]["details"]["contentSecurityPolicyIssueDetails"]
        return f"policy: {details['violatedDirective']} refuses {details.get('blockedURL', 'what is in the page')}"
    return ""
