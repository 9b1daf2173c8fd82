import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const script = fileURLToPath(new URL('../../infra/local/start.ts', import.meta.url))
const anyPorts = { PORT: '0', MAIL_PORT: '0', S3_PORT: '0', SEED: 'none' }

let folder: string
let children: { child: ChildProcess; ended: Promise<unknown> }[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carelane-start-'))
  children = []
})

afterEach(async () => {
  for (const { child, ended } of children) {
    child.kill('SIGKILL')
    await ended
  }
  await rm(folder, { recursive: true })
})

function spawnStart(environment: Record<string, string>, options: string[] = []) {
  const env = { ...process.env, ...anyPorts, DATA_DIR: join(folder, 'data'), ...environment }
  const child = spawn(process.execPath, [script, ...options], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  children.push({ child, ended })
  return { child, ended }
}

/** What a start that cannot succeed says. */
async function refusal(environment: Record<string, string>) {
  const { child, ended } = spawnStart(environment)
  const [said, [code]] = await Promise.all([text(child.stderr), ended])
  return { code, said: said.trim() }
}

/** Starts and waits until it is ready. `--dev` spares the build of the web app, which the browser tests make. */
async function started(environment: Record<string, string> = {}) {
  const { child, ended } = spawnStart(environment, ['--dev'])
  const lines: string[] = []
  const errors = text(child.stderr)
  for await (const line of createInterface(child.stdout)) {
    lines.push(line)
    if (line.startsWith('Ctrl-C')) break
  }
  const origin = /http:\/\/localhost:\d+/.exec(lines.find((line) => line.includes('Carelane  ')) ?? '')?.[0] ?? ''
  return { child, ended, lines, errors, origin }
}

/** Milliseconds, for a machine that is busy: each test starts whole processes. */
const timeout = 60_000

describe('a start that cannot succeed says why and ends with 1', { timeout }, () => {
  it.each(['PORT', 'MAIL_PORT', 'S3_PORT'])('when %s is taken', async (variable) => {
    const other = createServer()
    await once(other.listen(0, '127.0.0.1'), 'listening')
    const address = other.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    expect(await refusal({ [variable]: String(port) })).toEqual({
      code: 1,
      said: `Port ${port} is already in use (${variable}). Stop the other program or set ${variable} to a free one.`,
    })
    other.close()
  })

  it.each([
    [{ PORT: 'abc' }, "PORT is a port number from 0 to 65535, not 'abc'."],
    [{ S3_PORT: '70000' }, "S3_PORT is a port number from 0 to 65535, not '70000'."],
    [{ SEED: 'some' }, "SEED is 'none' or 'demo', not 'some'."],
    [{ GOOGLE: 'real' }, "GOOGLE is 'emulated' or not set, not 'real'."],
  ])('when asked for %o', async (environment, said) => {
    expect(await refusal(environment)).toEqual({ code: 1, said })
  })

  it('when the data folder is a file, or lies in one', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    for (const DATA_DIR of [file, join(file, 'data')]) {
      expect(await refusal({ DATA_DIR })).toEqual({
        code: 1,
        said: `The data folder ${DATA_DIR} is a file or lies in one (DATA_DIR). Set DATA_DIR to a folder.`,
      })
    }
  })

  it('when another Carelane uses the data folder', async () => {
    await started()
    const { code, said } = await refusal({ CARELANE_DEV: '1' })
    expect(code).toBe(1)
    expect(said).toMatch(/^The data folder .* is in use by another process.*$/)
  })
})

describe('a running Carelane', { timeout }, () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'stops cleanly on %s and starts again with its data folder',
    async (signal) => {
      const first = await started()
      const answer = await fetch(`${first.origin}/api/auth/me`)
      expect(answer.status).toBe(401)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      first.child.kill(signal)
      expect(await first.ended).toEqual([0, null])
      expect(await first.errors).toBe('')
      await expect(fetch(first.origin)).rejects.toThrow()

      const second = await started()
      expect((await fetch(`${second.origin}/api/auth/me`)).status).toBe(401)
      second.child.kill('SIGKILL')
      await second.ended
      const third = await started()
      third.child.kill('SIGINT')
      expect(await third.ended).toEqual([0, null])
    },
  )

  it('says where it is, and keeps nothing when told so', async () => {
    const { child, ended, lines } = await started({ DATA_DIR: ':memory:' })
    const said = lines.join('\n')
    expect(said).toMatch(/Nothing is kept/)
    expect(said).toMatch(/Ready after \d+\.\d s\./)
    expect(said).toMatch(/Mailbox {3}http:\/\/localhost:\d+/)
    child.kill('SIGINT')
    expect(await ended).toEqual([0, null])
  })

  it('shows the log-ins of its demo pharmacy, which is made once and is there again after a restart', async () => {
    const logins = (lines: string[]) => lines.filter((line) => line.includes('Log-in'))
    const signIn = async (origin: string, [line = '']: string[]) => {
      const [, email, password] = line.trim().split(/\s+/)
      const answer = await fetch(`${origin}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      })
      return { status: answer.status, body: await answer.json() }
    }
    const first = await started({ SEED: 'demo' })
    expect(first.lines.join()).toMatch(/Writing the demo pharmacy/)
    expect(logins(first.lines)).toHaveLength(5)
    const administrator = { status: 200, body: { user: { is_tenant_admin: true } } }
    expect(await signIn(first.origin, logins(first.lines))).toMatchObject(administrator)
    first.child.kill('SIGINT')
    await first.ended

    const second = await started({ SEED: 'demo' })
    expect(second.lines.join()).not.toMatch(/Writing the demo pharmacy/)
    expect(await signIn(second.origin, logins(second.lines))).toMatchObject(administrator)
  })

  it('waits for a request in flight, until a second Ctrl-C', async () => {
    const { child, ended, origin } = await started()
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write('POST /api/auth/login HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n')
    await once(socket, 'data')
    child.kill('SIGINT')
    const [line] = await once(createInterface(child.stdout), 'line')
    expect(line).toBe('')
    expect(child.exitCode).toBeNull()
    child.kill('SIGINT')
    expect(await ended).toEqual([130, null])
    socket.destroy()
  })

  it('lets no AWS setting of the developer reach the stand-ins', async () => {
    const { origin } = await started({ AWS_PROFILE: 'mine', AWS_SESSION_TOKEN: 't', AWS_REGION: 'eu-west-1' })
    const body = JSON.stringify({ email: 'nobody@example.com', password: 'not a password' })
    const answer = await fetch(`${origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect([answer.status, await answer.json()]).toEqual([401, { detail: 'Invalid email or password' }])
  })
})
