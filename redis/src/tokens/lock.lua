-- Acquires the lock, or renews it for its holder. Returns {1 or 0, the version of the tokens, the
-- milliseconds until they expire (-1 if unknown)}.
-- KEYS: the tokens, their lock
-- ARGV: the holder, the lease in milliseconds
local version, left = 0, -1
if redis.call('TYPE', KEYS[1]).ok == 'hash' then
  local kept = redis.call('HMGET', KEYS[1], 'version', 'ends')
  version, left = tonumber(kept[1]), tonumber(kept[2])
end
if not (version and version >= 0 and version < 1e15) then version = 0 end
version = math.floor(version)
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
if left and left >= 0 and left < 1e15 then left = math.max(0, left - now) else left = -1 end
if redis.call('TYPE', KEYS[2]).ok ~= 'string' then redis.call('DEL', KEYS[2]) end
local held = redis.call('GET', KEYS[2])
if held then
  local holder, taken = string.match(held, '^(%S+) (%d+)$')
  -- A lock from the future was taken before the clock went back; one without an expiry is invalid.
  local is_old = taken and tonumber(taken) > now + tonumber(ARGV[2])
  if holder ~= ARGV[1] and not is_old and redis.call('PTTL', KEYS[2]) >= 0 then
    return {0, version, left}
  end
end
redis.call('SET', KEYS[2], ARGV[1] .. ' ' .. string.format('%.0f', now), 'PX', ARGV[2])
return {1, version, left}
