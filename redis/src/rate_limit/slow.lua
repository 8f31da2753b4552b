-- Holds up all starts of a credential, which then recover from half the rate.
-- KEYS: the slowing
-- ARGV: for how long, and for how long it is remembered, in microseconds
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local slowed = now + tonumber(ARGV[1])
local before = tonumber(redis.call('GET', KEYS[1]))
-- No pause is longer: what lies beyond was told before the clock went back.
if before and before <= now + 20000000 then slowed = math.max(slowed, before) end
redis.call('SET', KEYS[1], string.format('%.0f', slowed), 'PX', math.ceil(tonumber(ARGV[2]) / 1000))
return 1
