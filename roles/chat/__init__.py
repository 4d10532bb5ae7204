"""One request to a chat model: prompt, schema, limits, repeats and recording."""
