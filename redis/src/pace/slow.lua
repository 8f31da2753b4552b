-- Holds up all starts of a credential, which then recover from half the rate.
-- KEYS: the slowing
-- ARGV: for how long, and for how long it is remembered, in microseconds
local clock = redis.call('TIME')
local slowed = clock[1] * 1000000 + clock[2] + tonumber(ARGV[1])
local before = tonumber(redis.call('GET', KEYS[1]) or 0)
redis.call('SET', KEYS[1], string.format('%.0f', math.max(slowed, before)),
  'PX', math.ceil(tonumber(ARGV[2]) / 1000))
return 1
