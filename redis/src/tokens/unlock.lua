-- Releases the lock if the caller still holds it.
-- KEYS: the lock
-- ARGV: the holder
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1
