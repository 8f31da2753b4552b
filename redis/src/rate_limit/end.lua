-- Releases the slot of a request, or its place in the queue.
-- KEYS: those of start.lua
-- ARGV: id, 1 if the request was sent, and in microseconds: the second, and how long it took
local starts, queue, queue_dues, _, _, flight, parked, parked_dues, took = unpack(KEYS)
local id = ARGV[1]
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local free = redis.call('ZSCORE', starts, id)
if free and ARGV[2] == '1' then
  -- It reached the service before the response, so it counts for a second from now at most.
  local earlier = math.min(tonumber(free), now + tonumber(ARGV[3]))
  redis.call('ZADD', starts, string.format('%.0f', earlier), id)
elseif free then
  redis.call('ZREM', starts, id)
end
if redis.call('ZREM', flight, id) == 1 and ARGV[2] == '1' then
  local time = tonumber(ARGV[4])
  local mean = tonumber(redis.call('GET', took)) or time
  redis.call('SET', took, string.format('%.0f', mean + (time - mean) / 8), 'PX', 3600000)
end
redis.call('ZREM', queue, id)
redis.call('ZREM', queue_dues, id)
redis.call('ZREM', parked, id)
redis.call('ZREM', parked_dues, id)
return 1
