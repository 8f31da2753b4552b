-- Saves tokens, and answers with their version; -1 where others were saved since.
-- KEYS: the tokens
-- ARGV: what is sealed, empty to remove it; who saves; the version that was there under its lock,
--   -1 to save in any case; how many milliseconds are left of them, -1 where nobody knows
if redis.call('TYPE', KEYS[1]).ok ~= 'hash' then redis.call('DEL', KEYS[1]) end
local kept = redis.call('HMGET', KEYS[1], 'version', 'writer')
local version, seen = tonumber(kept[1]), tonumber(ARGV[3])
if not (version and version >= 0 and version < 1e15) then version = 0 end
version = math.floor(version)
if seen >= 0 and version > seen then
  -- Saved already, where only the answer was lost.
  if version == seen + 1 and kept[2] == ARGV[2] then return version end
  return -1
end
-- A store that has lost the last versions has nothing newer.
version = math.max(version, seen) + 1
local ends = tonumber(ARGV[4])
if ends >= 0 then
  local clock = redis.call('TIME')
  ends = clock[1] * 1000 + math.floor(clock[2] / 1000) + ends
end
redis.call('HSET', KEYS[1], 'version', string.format('%.0f', version), 'writer', ARGV[2],
  'sealed', ARGV[1], 'ends', string.format('%.0f', ends))
if ARGV[1] == '' then
  -- For those that refresh now, which must not bring back who has signed out.
  redis.call('PEXPIRE', KEYS[1], 86400000)
else
  redis.call('PERSIST', KEYS[1])
end
return version
