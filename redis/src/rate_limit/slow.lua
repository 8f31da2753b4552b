-- Pauses all starts of a credential.
-- KEYS: the end of the pause
-- ARGV: the pause in microseconds
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local slowed = now + tonumber(ARGV[1])
local before = tonumber(redis.call('GET', KEYS[1]))
-- No pause is longer than 20 s: a later end was set before the clock went back.
if before and before <= now + 20000000 then slowed = math.max(slowed, before) end
redis.call('SET', KEYS[1], string.format('%.0f', slowed), 'PX', math.ceil((slowed - now) / 1000))
return 1
