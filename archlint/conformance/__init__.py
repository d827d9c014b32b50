"""Whether classes satisfy the contract types that they claim, decided without importing them."""
