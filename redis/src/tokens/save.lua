-- Saves tokens. Returns their version, or -1 if newer ones were saved since, or the user has signed
-- out.
-- KEYS: the tokens
-- ARGV: the encrypted tokens, empty to remove them; the version that the caller saw under its lock,
--   -1 to save in any case
local version, seen = tonumber(redis.call('HGET', KEYS[1], 'version')) or 0, tonumber(ARGV[2])
if seen >= 0 and version > seen then return -1 end
-- A store that was restored to an older state has an older version.
version = math.max(version, seen) + 1
redis.call('HSET', KEYS[1], 'version', version, 'sealed', ARGV[1])
if ARGV[1] == '' then
  -- A concurrent refresh must not undo the sign-out.
  redis.call('PEXPIRE', KEYS[1], 86400000)
else
  redis.call('PERSIST', KEYS[1])
end
return version
