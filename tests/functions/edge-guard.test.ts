import { describe, expect, test } from 'vitest'
import { createEdgeGuard, readExistingSecrets } from '#functions/security/edge-guard.ts'
import { edgeHeaders, edgeMark } from '#shared/api/edge-headers.ts'

const showing = (secret: string) => ({ headers: { [edgeHeaders.secret]: secret } })
const letsIn = { isAuthorized: true, context: edgeMark }
const refuses = { isAuthorized: false, context: {} }

describe('the guard', () => {
  const guard = createEdgeGuard(async () => ['the new one', 'the old one'], Date.now)

  test('accepts either of CloudFront’s secrets during rotation', async () => {
    expect(await guard(showing('the new one'))).toEqual(letsIn)
    expect(await guard(showing('the old one'))).toEqual(letsIn)
  })

  test.each(['', 'another', 'the new one,the old one', 'the new one ', 'THE NEW ONE'])('rejects %j', async (secret) => {
    expect(await guard(showing(secret))).toEqual(refuses)
  })

  test('rejects requests without a secret, and all requests if no secret is set', async () => {
    expect(await guard({})).toEqual(refuses)
    expect(await guard({ headers: {} })).toEqual(refuses)
    expect(await createEdgeGuard(async () => ['', ''], Date.now)(showing(''))).toEqual(refuses)
  })

  test('reads the secrets every five minutes and uses the old ones while they cannot be read', async () => {
    let now = 0
    const reads = [async () => ['one'], async () => ['two'], () => Promise.reject(new Error('down'))]
    let done = 0
    const own = createEdgeGuard(
      () => reads[done++]?.() ?? Promise.reject(new Error('read too often')),
      () => now,
    )
    expect(await own(showing('one'))).toEqual(letsIn)
    now = 299_999
    expect(await own(showing('one'))).toEqual(letsIn)
    now = 300_000
    expect(await own(showing('one'))).toEqual(refuses)
    expect(await own(showing('two'))).toEqual(letsIn)
    now = 600_000
    expect(await own(showing('two'))).toEqual(letsIn)
    expect(done).toBe(3)
  })

  test('fails if it has never read a secret, so that the gateway rejects all requests', async () => {
    const own = createEdgeGuard(() => Promise.reject(new Error('down')), Date.now)
    await expect(own(showing('one'))).rejects.toThrow('down')
  })
})

describe('the guard’s secrets', () => {
  const failing = (name: string) => () => Promise.reject(Object.assign(new Error(name), { name }))
  const reading = (secrets: Record<string, () => Promise<string>>) =>
    readExistingSecrets(Object.keys(secrets), (id) => secrets[id]?.() ?? Promise.reject(new Error(id)))

  test.each(['ResourceNotFoundException', 'InvalidRequestException', 'AccessDeniedException'])(
    'are the remaining ones if one is missing (%s)',
    async (name) => {
      expect(await reading({ e1: failing(name), e2: async () => 'two' })).toEqual(['two'])
      await expect(reading({ e1: failing(name) })).rejects.toThrow(name)
    },
  )

  test('are unknown if one cannot be read', async () => {
    const secrets = { e1: failing('TimeoutError'), e2: async () => 'two' }
    await expect(reading(secrets)).rejects.toThrow('TimeoutError')
  })
})
