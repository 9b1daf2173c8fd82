import { expect, test } from 'vitest'
import { pauseFor } from '../../web/lib/browser/pause-for.ts'

test('a pause that is cancelled before it starts, or during it, ends at once', async () => {
  await pauseFor(3600, AbortSignal.abort())
  const stop = new AbortController()
  const pause = pauseFor(3600, stop.signal)
  stop.abort()
  await expect(pause).resolves.toBeUndefined()
})
