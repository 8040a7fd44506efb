"""The guide: lessons on real positions, which the engine plays. Knows neither rooms nor pages."""
