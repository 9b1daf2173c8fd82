import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a tab in constant use notifies the other tabs every few seconds', async () => {
  vi.useFakeTimers()
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  const listeners = new Map<string, () => void>()
  vi.stubGlobal('addEventListener', (event: string, listener: () => void) => listeners.set(event, listener))
  const { installLastUse, lastUseTime } = await import('../../web/lib/session/last-use-time.ts')
  installLastUse()
  for (let second = 0; second < 60; second++) {
    vi.advanceTimersByTime(1000)
    listeners.get('keydown')?.()
  }
  expect(lastUseTime()).toBe(Date.now())
  const ages = [...stored.values()].map((time) => Date.now() - Number(time))
  expect(ages).toEqual([expect.toSatisfy((ms: number) => ms <= 6000)])
})
