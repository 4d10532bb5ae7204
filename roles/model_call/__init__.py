"""A request to a chat model: prompt, schema, limits, retries and recording."""
