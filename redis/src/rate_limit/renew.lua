-- Renews the lease of a request in flight, or adds it again if the store lost it.
-- KEYS: in flight
-- ARGV: id, the lease in microseconds
local clock = redis.call('TIME')
local until_then = clock[1] * 1000000 + clock[2] + tonumber(ARGV[2])
redis.call('ZADD', KEYS[1], string.format('%.0f', until_then), ARGV[1])
redis.call('PEXPIRE', KEYS[1], math.ceil(tonumber(ARGV[2]) / 500))
return 1
