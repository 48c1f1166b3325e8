#!lua name=@LIBRARY@

-- Counters of failed logins. Every attempt counts as failed until it is taken back, so that attempts at the same moment
-- cannot slip past a limit. Times are those of this server. Every key expires.
-- Keys, in this order:
--   1 origin    the account from one network, or from one browser that it logged in with: a hash {failures, blocked_until}
--               whose waits double
--   2 networks  of the account, from which it has logged in: a sorted set of digests by time
--   3 network   failures of one network, on whatever account
--   4 strangers failures on the account from networks it has not logged in from
--   5 day       the same in a day
--   6 region    failures on the account from the wider network
--   7 total     failures of all strangers
--   8 wide      failures of the wider network, on whatever account
-- Arguments: digest of the network; "1" when the browser is known; limits of 1, 3, 4, 5 and 7.

local FIRST_WAIT_MS = 60000
local WAIT_MAX_MS = 900000
local WINDOW_MS = 900000
local DAY_MS = 86400000
local NETWORKS_MAX = 32
local NETWORKS_MEMORY_MS = 2592000000

local function now_ms()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end

local function is_known(keys, args, now)
  if args[2] == '1' then return true end
  local since = redis.call('ZSCORE', keys[2], args[1])
  return since and now - tonumber(since) < NETWORKS_MEMORY_MS
end

local function count_of(key)
  return tonumber(redis.call('GET', key) or '0')
end

local function wait_of_window(key, limit)
  if count_of(key) < limit then return 0 end
  return math.max(redis.call('PTTL', key), 1)
end

local function wait_of_origin(key, now)
  return tonumber(redis.call('HGET', key, 'blocked_until') or '0') - now
end

-- Why a stranger waits, or nil. Beyond the limits of account and gateway only those wait who have failed before.
local function strangers_wait(keys, args)
  local waits = {
    { wait_of_window(keys[3], tonumber(args[4])), 'network' },
    { wait_of_window(keys[5], tonumber(args[6])), 'day' },
  }
  if count_of(keys[4]) >= tonumber(args[5]) then waits[3] = { wait_of_window(keys[6], 1), 'account' } end
  if count_of(keys[7]) >= tonumber(args[7]) then waits[#waits + 1] = { wait_of_window(keys[8], 1), 'total' } end
  local longest = { 0, '' }
  for _, wait in pairs(waits) do if wait[1] > longest[1] then longest = wait end end
  return longest
end

local function count_for_origin(key, limit, now)
  local beyond = redis.call('HINCRBY', key, 'failures', 1) - limit
  local block = 0
  if beyond >= 0 then
    block = math.min(FIRST_WAIT_MS * 2 ^ math.min(beyond, 10), WAIT_MAX_MS)
    redis.call('HSET', key, 'blocked_until', string.format('%.0f', now + block))
  end
  redis.call('PEXPIRE', key, WINDOW_MS + block)
end

local function count_for_window(key, length)
  if redis.call('INCR', key) == 1 then redis.call('PEXPIRE', key, length) end
end

local function discount(key)
  if count_of(key) > 0 then redis.call('DECR', key) end
end

local WINDOWS = { [3] = WINDOW_MS, [4] = WINDOW_MS, [5] = DAY_MS, [6] = WINDOW_MS, [7] = WINDOW_MS, [8] = WINDOW_MS }

-- Counts an attempt and answers {0, known: 0 or 1}, or counts nothing and answers {ms to wait, why}.
local function attempt(keys, args)
  local now = now_ms()
  local known = is_known(keys, args, now)
  local longest = { wait_of_origin(keys[1], now), 'origin' }
  if not known then
    local wait = strangers_wait(keys, args)
    if wait[1] > longest[1] then longest = wait end
  end
  if longest[1] > 0 then return longest end
  count_for_origin(keys[1], tonumber(args[3]), now)
  if known then return { 0, 'known' } end
  for index, length in pairs(WINDOWS) do count_for_window(keys[index], length) end
  return { 0, 'stranger' }
end

-- Gives an attempt back. Arguments: digest of the network; "1" when it counted as a stranger's; "1" when it succeeded:
-- then the origin starts afresh, and the network is known from now on. Otherwise nobody could look at the password.
local function give_back(keys, args)
  if args[3] == '1' then
    redis.call('DEL', keys[1])
    redis.call('ZADD', keys[2], now_ms(), args[1])
    redis.call('ZREMRANGEBYRANK', keys[2], 0, -NETWORKS_MAX - 1)
    redis.call('PEXPIRE', keys[2], NETWORKS_MEMORY_MS)
  elseif redis.call('EXISTS', keys[1]) == 1 then
    redis.call('HINCRBY', keys[1], 'failures', -1)
    redis.call('HDEL', keys[1], 'blocked_until')
  end
  if args[2] == '1' then
    for index in pairs(WINDOWS) do discount(keys[index]) end
  end
  return 0
end

redis.register_function('@LIBRARY@_attempt', attempt)
redis.register_function('@LIBRARY@_give_back', give_back)
