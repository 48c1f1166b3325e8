#!lua name=@LIBRARY@
-- Two fixed windows (minute and day) of one buyer and app, in one hash, by Redis's own clock.

local function now_seconds()
  return tonumber(redis.call('TIME')[1])
end

local function millis_to_end(now, length)
  local time = redis.call('TIME')
  return (length - now % length) * 1000 - math.floor(tonumber(time[2]) / 1000)
end

-- KEYS[1] hash; ARGV per minute, per day.
-- Answers {taken (1 or 0), milliseconds until the refusing window ends, minute window, day window}.
local function take(keys, args)
  local now = now_seconds()
  local minute, day = math.floor(now / 60), math.floor(now / 86400)
  local stored = redis.call('HMGET', keys[1], 'm', 'mc', 'd', 'dc')
  local minute_count = tonumber(stored[1]) == minute and tonumber(stored[2]) or 0
  local day_count = tonumber(stored[3]) == day and tonumber(stored[4]) or 0
  -- The longer wait is the true one when both are full.
  if day_count >= tonumber(args[2]) then return {0, millis_to_end(now, 86400), minute, day} end
  if minute_count >= tonumber(args[1]) then return {0, millis_to_end(now, 60), minute, day} end
  redis.call('HSET', keys[1], 'm', minute, 'mc', minute_count + 1, 'd', day, 'dc', day_count + 1)
  redis.call('EXPIRE', keys[1], 86405)
  return {1, 0, minute, day}
end

-- KEYS[1] hash; ARGV minute window, day window: gives back what a call took that was refused after all.
local function give_back(keys, args)
  local stored = redis.call('HMGET', keys[1], 'm', 'mc', 'd', 'dc')
  if stored[1] == args[1] and tonumber(stored[2]) > 0 then redis.call('HINCRBY', keys[1], 'mc', -1) end
  if stored[3] == args[2] and tonumber(stored[4]) > 0 then redis.call('HINCRBY', keys[1], 'dc', -1) end
  return 1
end

redis.register_function('@LIBRARY@_take', take)
redis.register_function('@LIBRARY@_give_back', give_back)
