-- Acquires the lock, or renews it for its holder. Returns {1 or 0, the version of the tokens}.
-- KEYS: the tokens, their lock
-- ARGV: the holder, the lease in milliseconds
local version = tonumber(redis.call('HGET', KEYS[1], 'version')) or 0
local holder = redis.call('GET', KEYS[2])
if holder and holder ~= ARGV[1] then return {0, version} end
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
return {1, version}
