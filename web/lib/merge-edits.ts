/** The newest state with the fields in it that were changed here since `opened`; the others follow what was saved. */
export function mergeEdits<V>(opened: V, typed: V, newest: V): V {
  const merged = { ...newest }
  for (const field in typed)
    if (JSON.stringify(typed[field]) !== JSON.stringify(opened[field])) merged[field] = typed[field]
  return merged
}
