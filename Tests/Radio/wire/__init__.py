"""Serial ports of the guest, the devices at the far ends of their cables, and an adapter at USB."""
