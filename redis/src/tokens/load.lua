-- Answers with the version of the tokens, what is sealed (empty where there are none), and how many
-- milliseconds are left of them (-1 where nobody knows).
-- KEYS: the tokens
local kept = redis.call('HMGET', KEYS[1], 'version', 'sealed', 'ends')
local left = tonumber(kept[3] or -1)
if left >= 0 then
  local clock = redis.call('TIME')
  left = math.max(0, left - clock[1] * 1000 - math.floor(clock[2] / 1000))
end
return {tonumber(kept[1] or 0), kept[2] or '', left}
