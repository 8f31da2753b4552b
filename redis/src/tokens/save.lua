-- Saves tokens. Returns their version, or -1 if newer ones were saved since, or the user has signed
-- out.
-- KEYS: the tokens
-- ARGV: the encrypted tokens, empty to remove them; the writer; the version that it saw under its
--   lock, -1 to save in any case; the milliseconds until they expire, -1 if unknown
if redis.call('TYPE', KEYS[1]).ok ~= 'hash' then redis.call('DEL', KEYS[1]) end
local kept = redis.call('HMGET', KEYS[1], 'version', 'writer', 'sealed')
local version, seen = tonumber(kept[1]), tonumber(ARGV[3])
if not (version and version >= 0 and version < 1e15) then version = 0 end
version = math.floor(version)
if seen >= 0 and version > seen then
  -- Already saved: only the response was lost.
  if version == seen + 1 and kept[2] == ARGV[2] then return version end
  return -1
end
-- If the store lost its last versions, it has nothing newer but a sign-out.
if seen >= 0 and kept[3] == '' then return -1 end
version = math.max(version, seen) + 1
local ends = tonumber(ARGV[4])
if ends >= 0 then
  local clock = redis.call('TIME')
  ends = clock[1] * 1000 + math.floor(clock[2] / 1000) + ends
end
redis.call('HSET', KEYS[1], 'version', string.format('%.0f', version), 'writer', ARGV[2],
  'sealed', ARGV[1], 'ends', string.format('%.0f', ends))
if ARGV[1] == '' then
  -- A concurrent refresh must not undo the sign-out.
  redis.call('PEXPIRE', KEYS[1], 86400000)
else
  redis.call('PERSIST', KEYS[1])
end
return version
