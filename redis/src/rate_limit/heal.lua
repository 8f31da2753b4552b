-- Removes what stands under a name of ours by mistake.
-- KEYS, and in ARGV the types that they have
for number, key in ipairs(KEYS) do
  local kind = redis.call('TYPE', key).ok
  if kind ~= 'none' and kind ~= ARGV[number] then redis.call('DEL', key) end
end
return 1
