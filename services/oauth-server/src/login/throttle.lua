#!lua name=@LIBRARY@

-- Counters of failed logins. Every attempt counts as failed until it is forgiven, so that attempts at the same moment
-- cannot slip past a limit. Times are those of this server.
-- The first key is the account: a hash {failures, blocked_until} whose waits double. The others are fixed windows.
-- Arguments: for each key, how many failures it allows.

local FIRST_WAIT_MS = 60000
local WAIT_MAX_MS = 900000
local MEMORY_MS = 900000
local WINDOW_MS = 900000

local function now_ms()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end

local function wait_of_account(key, now)
  return tonumber(redis.call('HGET', key, 'blocked_until') or '0') - now
end

local function wait_of_window(key, limit)
  if tonumber(redis.call('GET', key) or '0') < limit then return 0 end
  return redis.call('PTTL', key)
end

local function count_for_account(key, limit, now)
  local beyond = redis.call('HINCRBY', key, 'failures', 1) - limit
  local block = 0
  if beyond >= 0 then
    block = math.min(FIRST_WAIT_MS * 2 ^ math.min(beyond, 10), WAIT_MAX_MS)
    redis.call('HSET', key, 'blocked_until', string.format('%.0f', now + block))
  end
  redis.call('PEXPIRE', key, MEMORY_MS + block)
end

local function count_for_window(key)
  if redis.call('INCR', key) == 1 then redis.call('PEXPIRE', key, WINDOW_MS) end
end

-- Counts an attempt under every key and answers 0, or counts nothing and answers how many ms to wait.
local function attempt(keys, args)
  local now = now_ms()
  local wait = wait_of_account(keys[1], now)
  for index = 2, #keys do wait = math.max(wait, wait_of_window(keys[index], tonumber(args[index]))) end
  if wait > 0 then return wait end
  count_for_account(keys[1], tonumber(args[1]), now)
  for index = 2, #keys do count_for_window(keys[index]) end
  return 0
end

-- After a login that succeeded: the account starts afresh, the windows get their attempt back.
local function forgive(keys)
  redis.call('DEL', keys[1])
  for index = 2, #keys do
    if redis.call('EXISTS', keys[index]) == 1 then redis.call('DECR', keys[index]) end
  end
  return 0
end

redis.register_function('@LIBRARY@_attempt', attempt)
redis.register_function('@LIBRARY@_forgive', forgive)
