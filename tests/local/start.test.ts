import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readSettings } from '#infra/local/settings.ts'
import { StartProblem } from '#infra/local/start-problem.ts'
import { startProcesses } from './start-process.ts'

describe('a start that cannot succeed says why', () => {
  it.each([
    [{ PORT: 'abc' }, "PORT is a port number from 0 to 65535, not 'abc'."],
    [{ S3_PORT: '70000' }, "S3_PORT is a port number from 0 to 65535, not '70000'."],
    [{ SEED: 'some' }, "SEED is 'none' or 'demo', not 'some'."],
    [{ GOOGLE: 'real' }, "GOOGLE is 'emulated' or not set, not 'real'."],
    [{ FORWARDED: 'yes' }, "FORWARDED is 'trusted' or not set, not 'yes'."],
    [
      { AWS_ENDPOINT_URL_S3: 'minio:9000' },
      "AWS_ENDPOINT_URL_S3 is an address such as http://127.0.0.1:8000, not 'minio:9000'.",
    ],
    [
      { AWS_ENDPOINT_URL_SES: 'http://127.0.0.1:1', AWS_ACCESS_KEY_ID: 'alone' },
      'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY belong together: set both or none.',
    ],
  ])('when asked for %o', async (environment, said) => {
    const asked = readSettings({ PORT: '0', MAIL_PORT: '0', S3_PORT: '0', ...environment }, [])
    await expect(asked).rejects.toEqual(new StartProblem(said))
  })
})

it('a running Carelane stops cleanly on SIGINT and SIGTERM, and starts again with its data folder, killed or not', {
  timeout: 60_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'carelane-start-'))
  const { started, endAll } = startProcesses(folder)
  onTestFinished(async () => {
    await endAll()
    await rm(folder, { recursive: true })
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const { child, ended, errors, origin } = await started()
    const answer = await fetch(`${origin}/api/auth/me`)
    expect(answer.status).toBe(401)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    child.kill(signal)
    expect(await ended).toEqual([0, null])
    expect(await errors).toBe('')
    await expect(fetch(origin)).rejects.toThrow()
  }
  const killed = await started()
  expect((await fetch(`${killed.origin}/api/auth/me`)).status).toBe(401)
  killed.child.kill('SIGKILL')
  await killed.ended
  const last = await started()
  last.child.kill('SIGINT')
  expect(await last.ended).toEqual([0, null])
})
