-- Ends what `start` has begun: a request, or the wait for one.
-- KEYS: starts, queue, its dues, in flight, parked, its dues
-- ARGV: id, 1 where the request was sent, the second in microseconds
local starts, queue, queue_dues, flight, parked, parked_dues = unpack(KEYS)
local id = ARGV[1]
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local free = redis.call('ZSCORE', starts, id)
if free and ARGV[2] == '1' then
  -- It has reached the service before its answer came.
  local earlier = math.min(tonumber(free), now + tonumber(ARGV[3]))
  redis.call('ZADD', starts, string.format('%.0f', earlier), id)
elseif free then
  redis.call('ZREM', starts, id)
end
redis.call('ZREM', flight, id)
redis.call('ZREM', queue, id)
redis.call('ZREM', queue_dues, id)
redis.call('ZREM', parked, id)
redis.call('ZREM', parked_dues, id)
return 1
