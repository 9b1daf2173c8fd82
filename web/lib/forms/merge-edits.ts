/** The newest state, with the fields that were edited here since `opened`. All other fields are as saved. */
export function mergeEdits<V>(opened: V, typed: V, newest: V): V {
  const merged = { ...newest }
  for (const field in typed)
    if (JSON.stringify(typed[field]) !== JSON.stringify(opened[field])) merged[field] = typed[field]
  return merged
}
