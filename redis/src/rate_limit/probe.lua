-- Shows that the store is there, and can be written to.
return redis.call('DEL', KEYS[1])
