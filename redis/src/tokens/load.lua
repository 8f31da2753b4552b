-- KEYS: the tokens
-- Answers with their version and what is sealed, which is empty where there are none.
local kept = redis.call('HMGET', KEYS[1], 'version', 'sealed')
return {tonumber(kept[1] or 0), kept[2] or ''}
