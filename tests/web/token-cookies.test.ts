import { expect, test } from 'vitest'
import { createTokenCookies } from '../../web/lib/session/token-cookies.ts'

/** Imitates a browser's cookies, and records what a page writes into them. Without `keeps`, the browser stores none of them. */
function aBrowser({ keeps = true } = {}) {
  const stored = new Map<string, string>()
  const written: [pair: string, attributes: string[]][] = []
  const jar = {
    get cookie() {
      return Array.from(stored, ([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      const [pair = '', ...attributes] = text.split(/; */)
      const [name = '', value = ''] = pair.split('=')
      written.push([pair, attributes.toSorted()])
      if (!keeps) return
      if (attributes.includes('max-age=0')) stored.delete(name)
      else stored.set(name, value)
    },
  }
  return { jar, written }
}

const pair = { access_token: 'the-access', refresh_token: 'the-refresh', token_type: 'bearer' } as const
const [oneDay, sevenDays] = ['max-age=86400', 'max-age=604800']

test('tokens are stored on https for one and seven days, in cookies sent to this origin only', async () => {
  const { jar, written } = aBrowser()
  await createTokenCookies('https:', jar).store(pair)
  expect(written).toEqual([
    ['__Host-access_token=the-access', [oneDay, 'path=/', 'samesite=strict', 'secure']],
    ['__Host-refresh_token=the-refresh', [sevenDays, 'path=/', 'samesite=strict', 'secure']],
    ['__Host-signed_out=', ['max-age=0', 'path=/', 'samesite=strict', 'secure']],
  ])
})

test('without https, the cookies lack Secure, since a browser would drop them', async () => {
  const { jar, written } = aBrowser()
  await createTokenCookies('http:', jar).store(pair)
  expect(written).toEqual([
    ['access_token=the-access', [oneDay, 'path=/', 'samesite=strict']],
    ['refresh_token=the-refresh', [sevenDays, 'path=/', 'samesite=strict']],
    ['signed_out=', ['max-age=0', 'path=/', 'samesite=strict']],
  ])
})

test('tokens are found among other cookies until they are cleared', async () => {
  const { jar } = aBrowser()
  jar.cookie = 'my_access_token=another'
  const tokens = createTokenCookies('https:', jar)
  const none = { access: undefined, refresh: undefined, wasAway: false }
  const held = { access: 'the-access', refresh: 'the-refresh', wasAway: false }
  expect(await tokens.read()).toEqual(none)
  await tokens.store(pair)
  expect(await tokens.read()).toEqual(held)
  await tokens.clear(true)
  // Another tab notices the end of the session a moment later.
  await tokens.clear()
  expect(await tokens.read()).toEqual({ ...none, wasAway: true })
  await tokens.store(pair)
  expect(await tokens.read()).toEqual(held)
  await tokens.clear()
  expect(await tokens.read()).toEqual(none)
})

test.each([true, false])('support for cookies is detected by writing one: %s', async (keeps) => {
  const { jar } = aBrowser({ keeps })
  expect(await createTokenCookies('https:', jar).areStored()).toBe(keeps)
})
