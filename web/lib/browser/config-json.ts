let reading: Promise<unknown> | undefined

async function fetchConfig(): Promise<unknown> {
  const answer = await fetch('/config.json')
  return answer.json()
}

/** What this environment has of its own, as it came: read once, and again only after a failure. */
export function configJson(): Promise<unknown> {
  reading ??= fetchConfig().catch((error: unknown) => {
    reading = undefined
    throw error
  })
  return reading
}
