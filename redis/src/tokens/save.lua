-- Saves tokens, and answers with their version; -1 where others were saved since.
-- KEYS: the tokens
-- ARGV: what is sealed, empty to remove it; who saves; the version that was there when it took the
--   lock, -1 to save in any case; how many milliseconds are left of them, -1 where nobody knows
local kept = redis.call('HMGET', KEYS[1], 'version', 'writer')
local version, seen = tonumber(kept[1] or 0), tonumber(ARGV[3])
if seen >= 0 and version ~= seen then
  -- Saved already, where only the answer was lost.
  if version == seen + 1 and kept[2] == ARGV[2] then return version end
  return -1
end
local ends = tonumber(ARGV[4])
if ends >= 0 then
  local clock = redis.call('TIME')
  ends = clock[1] * 1000 + math.floor(clock[2] / 1000) + ends
end
local next = string.format('%.0f', version + 1)
redis.call('HSET', KEYS[1], 'version', next, 'writer', ARGV[2], 'sealed', ARGV[1],
  'ends', string.format('%.0f', ends))
return version + 1
