"""Pictures of a trace: snapshot → layers of tiles → frames → video."""
