-- Returns the version of the tokens, the encrypted tokens (empty if there are none), and the
-- milliseconds until they expire (-1 if unknown).
-- KEYS: the tokens
local kept = redis.call('HMGET', KEYS[1], 'version', 'sealed', 'ends')
local version, left = tonumber(kept[1]), tonumber(kept[3])
if not (version and version >= 0 and version < 1e15) then version = 0 end
if left and left >= 0 and left < 1e15 then
  local clock = redis.call('TIME')
  left = math.max(0, left - clock[1] * 1000 - math.floor(clock[2] / 1000))
else
  left = -1
end
return {math.floor(version), kept[2] or '', left}
