import { afterEach, expect, test, vi } from 'vitest'
import { tokenCookies } from '../../web/lib/token-cookies.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** The cookies that a page of this protocol writes. */
async function cookiesOn(protocol: string, act: (tokens: ReturnType<typeof tokenCookies>) => unknown) {
  const written: string[] = []
  vi.stubGlobal('window', {})
  vi.stubGlobal('document', {
    get cookie() {
      return ''
    },
    set cookie(text: string) {
      written.push(text)
    },
  })
  vi.useFakeTimers({ now: new Date('2026-03-10T12:00:00Z'), toFake: ['Date'] })
  await act(tokenCookies(protocol))
  return written.map((cookie) => {
    const [pair = '', ...attributes] = cookie.split(/; */)
    return [pair, attributes.map((attribute) => attribute.toLowerCase()).toSorted()]
  })
}

const pair = { access_token: 'the-access', refresh_token: 'the-refresh', token_type: 'bearer' } as const
const oneDay = 'expires=wed, 11 mar 2026 12:00:00 gmt'
const sevenDays = 'expires=tue, 17 mar 2026 12:00:00 gmt'
const past = expect.stringMatching(/^expires=mon, 09 mar 2026/)

test('tokens are kept on https in cookies of one and seven days that go to this origin alone', async () => {
  expect(await cookiesOn('https:', (tokens) => tokens.store(pair))).toEqual([
    ['access_token=the-access', [oneDay, 'path=/', 'samesite=strict', 'secure']],
    ['refresh_token=the-refresh', [sevenDays, 'path=/', 'samesite=strict', 'secure']],
  ])
})

test('and where there is no https, in the same without Secure, which a browser would drop', async () => {
  expect(await cookiesOn('http:', (tokens) => tokens.store(pair))).toEqual([
    ['access_token=the-access', [oneDay, 'path=/', 'samesite=strict']],
    ['refresh_token=the-refresh', [sevenDays, 'path=/', 'samesite=strict']],
  ])
})

test('they are taken away by the attributes that they were kept with', async () => {
  expect(await cookiesOn('https:', (tokens) => tokens.clear())).toEqual([
    ['access_token=', [past, 'path=/', 'samesite=strict', 'secure']],
    ['refresh_token=', [past, 'path=/', 'samesite=strict', 'secure']],
  ])
})
