#!lua name=@LIBRARY@
-- Two fixed windows (minute and day) of one buyer and app, in one hash, by Redis's own clock.

local function now_seconds()
  return tonumber(redis.call('TIME')[1])
end

local function millis_to_end(now, length)
  local time = redis.call('TIME')
  return (length - now % length) * 1000 - math.floor(tonumber(time[2]) / 1000)
end

-- Takes places of one hash's windows. Answers {places taken, milliseconds until the window ends that refuses the others, minute window,
-- day window, and the places that are left in the minute and in the day}.
local function take(key, per_minute, per_day, wanted)
  local now = now_seconds()
  local minute, day = math.floor(now / 60), math.floor(now / 86400)
  local stored = redis.call('HMGET', key, 'm', 'mc', 'd', 'dc')
  local minute_count = tonumber(stored[1]) == minute and tonumber(stored[2]) or 0
  local day_count = tonumber(stored[3]) == day and tonumber(stored[4]) or 0
  local minute_left, day_left = per_minute - minute_count, per_day - day_count
  local taken = math.max(0, math.min(wanted, minute_left, day_left))
  if taken > 0 then
    redis.call('HSET', key, 'm', minute, 'mc', minute_count + taken, 'd', day, 'dc', day_count + taken)
    redis.call('EXPIRE', key, 86405)
  end
  minute_left, day_left = minute_left - taken, day_left - taken
  if taken == wanted then return {taken, 0, minute, day, minute_left, day_left} end
  -- The longer wait is the true one when both are full.
  return {taken, millis_to_end(now, day_left <= 0 and 86400 or 60), minute, day, minute_left, day_left}
end

-- KEYS many hashes; ARGV per minute, per day and places wanted of each, one after the other.
-- Answers with a list of what `take` does. What goes wrong with one of them goes wrong with it alone.
local function take_each(keys, args)
  local answers = {}
  for place, key in ipairs(keys) do
    local last = 3 * place
    local ok, answer = pcall(take, key, tonumber(args[last - 2]), tonumber(args[last - 1]), tonumber(args[last]))
    if not ok and type(answer) ~= 'table' then answer = redis.error_reply(tostring(answer)) end
    answers[place] = answer
  end
  return answers
end

-- KEYS[1] hash; ARGV minute window, day window, how many: gives back what a call took that counts already or that failed by our own
-- fault, and what was taken for calls that did not come.
local function give_back(keys, args)
  local stored = redis.call('HMGET', keys[1], 'm', 'mc', 'd', 'dc')
  local count = tonumber(args[3])
  if stored[1] == args[1] then redis.call('HINCRBY', keys[1], 'mc', -math.min(count, tonumber(stored[2]))) end
  if stored[3] == args[2] then redis.call('HINCRBY', keys[1], 'dc', -math.min(count, tonumber(stored[4]))) end
  return 1
end

redis.register_function('@LIBRARY@_take_each', take_each)
redis.register_function('@LIBRARY@_give_back', give_back)
