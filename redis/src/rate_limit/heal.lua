-- Removes keys of a wrong type.
-- KEYS; ARGV: the expected types
for number, key in ipairs(KEYS) do
  local kind = redis.call('TYPE', key).ok
  if kind ~= 'none' and kind ~= ARGV[number] then redis.call('DEL', key) end
end
return 1
