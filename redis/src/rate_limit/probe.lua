-- Checks that the store is available and writable.
return redis.call('DEL', KEYS[1])
