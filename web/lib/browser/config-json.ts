let reading: Promise<unknown> | undefined

async function fetchConfig(): Promise<unknown> {
  const answer = await fetch('/config.json')
  return answer.json()
}

/**
 * Fetches this environment's settings without validating them. The result is cached; after a failure, the next call tries again.
 */
export function fetchConfigJson(): Promise<unknown> {
  reading ??= fetchConfig().catch((error: unknown) => {
    reading = undefined
    throw error
  })
  return reading
}
