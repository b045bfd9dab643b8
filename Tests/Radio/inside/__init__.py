"""What runs in the guest: the scenarios, one after the other, each in a process of its own."""
