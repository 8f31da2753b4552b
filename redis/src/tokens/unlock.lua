-- Releases the lock if the caller still holds it.
-- KEYS: the lock
-- ARGV: the holder
local held = redis.call('TYPE', KEYS[1]).ok == 'string' and redis.call('GET', KEYS[1])
if held and string.match(held, '^%S+') == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0
