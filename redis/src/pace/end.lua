-- Ends what `start` has begun: a request, or the wait for one.
-- KEYS: starts, queue, its dues, in flight, parked, its dues, how long requests take
-- ARGV: id, 1 where the request was sent, the second and the lease in microseconds
local starts, queue, queue_dues, flight, parked, parked_dues, took = unpack(KEYS)
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
local lease_ends = redis.call('ZSCORE', flight, id)
if lease_ends then
  local time = now + tonumber(ARGV[4]) - tonumber(lease_ends)
  local mean = tonumber(redis.call('GET', took) or time)
  redis.call('SET', took, string.format('%.0f', mean + (time - mean) / 8), 'PX', 3600000)
  redis.call('ZREM', flight, id)
end
redis.call('ZREM', queue, id)
redis.call('ZREM', queue_dues, id)
redis.call('ZREM', parked, id)
redis.call('ZREM', parked_dues, id)
return 1
