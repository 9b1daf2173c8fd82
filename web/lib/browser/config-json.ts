let reading: Promise<unknown> | undefined

async function fetchConfig(): Promise<unknown> {
  const answer = await fetch('/config.json')
  return answer.json()
}

/** Fetches this environment's settings, unparsed. The result is cached; a failed fetch is repeated by the next call. */
export function fetchConfigJson(): Promise<unknown> {
  reading ??= fetchConfig().catch((error: unknown) => {
    reading = undefined
    throw error
  })
  return reading
}
