export interface PathInput {
  params?: Readonly<Record<string, string>>
  query?: object | undefined
}

/** Returns the path of a call from the root, such as `/api/deliveries?status=assigned`. `path` is the path of its entry. */
export function fillPath(path: string, { params = {}, query = {} }: PathInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries<unknown>({ ...query }))
    if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `${filled}?${search}` : filled
}
