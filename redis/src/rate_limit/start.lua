-- Grants a slot to a request, or puts it in a queue. Returns {1, how long to wait before starting,
-- when it first asked}, or {0, how long to wait before asking again, when it first asked}.
-- KEYS: starts, queue, its due times, the end of the pause, the age of the log, in flight, parked,
--   its due times, the mean time of requests
-- ARGV: id, first asked (0: now), starts per second, maximum in flight (0: no limit), and in
--   microseconds: the second, the margin, the lease, the grace, and the head start; then 1 if the
--   store may have been restarted
-- Times are microseconds of this server's clock.
local starts, queue, queue_dues, slowing, age, flight, parked, parked_dues, took = unpack(KEYS)
local id = ARGV[1]
local asked, per_second, in_flight = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local second, margin = tonumber(ARGV[5]), tonumber(ARGV[6])
local lease, grace = tonumber(ARGV[7]), tonumber(ARGV[8])
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local cycle = second + margin
local LONGEST = 5000000
-- A slot may be granted this long in advance, which hides the latency of the store.
local SOON = 50000
-- No start counts this long, whatever the margins of other processes.
local NEVER = 12000000
-- The maximum pause.
local PAUSES = 20000000

local function number(value) return string.format('%.0f', value) end

local function keep(key, time) redis.call('PEXPIRE', key, math.ceil(time / 1000)) end

local function forget(set, dues, member)
  redis.call('ZREM', set, member)
  redis.call('ZREM', dues, member)
end

-- Returns the number of requests ahead. Removes those that are overdue; if one asks after all, it
-- gets its old place.
local function ahead(set, dues)
  for _, late in ipairs(redis.call('ZRANGEBYSCORE', dues, '-inf', number(now))) do
    forget(set, dues, late)
  end
  return redis.call('ZCOUNT', set, '-inf', '(' .. number(asked))
end

local function ask_again(set, dues, wait)
  wait = math.max(1000, math.min(wait, LONGEST))
  redis.call('ZADD', set, number(asked), id)
  redis.call('ZADD', dues, number(now + wait + grace), id)
  keep(set, LONGEST * 2)
  keep(dues, LONGEST * 2)
  return {0, wait, asked}
end

-- The log of starts is complete since then: unless the store lost it, its clock went back, or it
-- was restarted with older data.
local since = tonumber(redis.call('GET', age)) or now + 1
local last = redis.call('ZRANGE', starts, -1, -1, 'WITHSCORES')
if since > now or ARGV[10] == '1' or (last[2] and tonumber(last[2]) > now + NEVER) then
  if ARGV[10] ~= '1' then redis.call('DEL', starts) end
  since = now
  redis.call('SET', age, number(now))
end

local sooner = tonumber(ARGV[9])
if asked == 0 or asked + sooner > now + second then
  asked = now - sooner
end
-- A grant whose response was late or lost does not count.
redis.call('ZREM', starts, id)
redis.call('ZREM', flight, id)

if in_flight > 0 then
  redis.call('ZREMRANGEBYSCORE', flight, '-inf', number(now))
  local others = ahead(parked, parked_dues)
  local running = redis.call('ZRANGE', flight, 0, -1, 'WITHSCORES')
  local count = #running / 2
  local place = count + others - in_flight
  if place >= 0 then
    -- It does not block requests of other projects.
    forget(queue, queue_dues, id)
    -- A slot is probably free when its request has taken the mean time.
    local mean = tonumber(redis.call('GET', took)) or 200000
    local wait = mean
    if count > 0 then
      local began = tonumber(running[(place % count) * 2 + 2]) - lease
      mean = math.max(mean, now - began)
      wait = began + mean * (math.floor(place / count) + 1) - now
    end
    return ask_again(parked, parked_dues, math.min(math.max(wait, mean / 20), second))
  end
  forget(parked, parked_dues, id)
end

local not_before = since + cycle
local slowed = tonumber(redis.call('GET', slowing)) or 0
if slowed > now + PAUSES then
  redis.call('DEL', slowing)
elseif slowed > 0 then
  not_before = math.max(not_before, slowed)
end
redis.call('ZREMRANGEBYSCORE', starts, '-inf', number(now))
local others = ahead(queue, queue_dues)
local taken = redis.call('ZRANGE', starts, 0, -1, 'WITHSCORES')
local count = #taken / 2
-- Slots become free in the order of their starts, and again a cycle later. Requests that start soon
-- already hold one, in addition to the one that they wait for.
local place = others + count - per_second
local at = now
if place >= 0 and count > 0 then
  at = tonumber(taken[(place % count) * 2 + 2]) + math.floor(place / count) * cycle
elseif place >= 0 then
  at = now + (math.floor(place / per_second) + 1) * cycle
end
at = math.max(at, not_before)
-- In order: a request starts before those ahead of it only if there are slots for all.
if at <= now + SOON and (others == 0 or place < 0) then
  redis.call('ZADD', starts, number(at + cycle), id)
  keep(starts, cycle * 2)
  forget(queue, queue_dues, id)
  if in_flight > 0 then
    redis.call('ZADD', flight, number(at + lease), id)
    keep(flight, lease * 2)
  end
  return {1, at - now, asked}
end

local wait = at - now
-- Ask again early: responses may free slots sooner, and requests ahead may give up.
if wait > cycle then
  wait = math.max(cycle, wait / 4)
elseif wait > cycle / 2 then
  wait = wait - cycle / 2
else
  wait = wait - SOON / 2
end
return ask_again(queue, queue_dues, math.max(wait, 5000))
