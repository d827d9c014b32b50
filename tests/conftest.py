"""What holds for every test."""

from hypothesis import HealthCheck, settings

# A machine that is busy with something else must not decide whether a test passes.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
