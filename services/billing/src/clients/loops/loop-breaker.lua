#!lua name=@LIBRARY@
-- Times of the last calls of one kind, in one string, by Redis's own clock. A slot is of the kind that was seen last in it: kinds are
-- spread over a fixed number of slots, so that no key fills the memory with ever new calls.

-- KEYS[1] slot; ARGV kind, calls allowed, milliseconds.
-- Answers {1, now} when the call was counted, {0, when the next one may come} when it is one too many.
local function count(keys, args)
  local time = redis.call('TIME')
  local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
  local allowed, length = tonumber(args[2]), tonumber(args[3])
  local stored = redis.call('GET', keys[1])
  local seen = stored and cmsgpack.unpack(stored) or {}
  if seen.kind ~= args[1] then seen = {kind = args[1], times = {}} end
  local first = seen.times[#seen.times - allowed + 1]
  if first and now - first < length then return {0, first + length} end
  table.insert(seen.times, now)
  while #seen.times > allowed do table.remove(seen.times, 1) end
  redis.call('SET', keys[1], cmsgpack.pack(seen), 'PX', length)
  return {1, now}
end

-- KEYS[1] slot; ARGV kind, the time that `count` answered with.
local function take_back(keys, args)
  local stored = redis.call('GET', keys[1])
  local seen = stored and cmsgpack.unpack(stored) or {}
  if seen.kind ~= args[1] then return 0 end
  for index, at in ipairs(seen.times) do
    if at == tonumber(args[2]) then
      table.remove(seen.times, index)
      redis.call('SET', keys[1], cmsgpack.pack(seen), 'KEEPTTL')
      return 1
    end
  end
  return 0
end

redis.register_function('@LIBRARY@_count', count)
redis.register_function('@LIBRARY@_take_back', take_back)
