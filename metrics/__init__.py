"""The metrics under test, built in or a user's own, behind one contract."""
