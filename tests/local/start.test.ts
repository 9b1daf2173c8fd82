/** @module-tag proof */

import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { prepareProcesses } from './start-process.ts'

let folder: string
let processes: ReturnType<typeof prepareProcesses>
const refusal = (environment: Record<string, string>) => processes.refusal(environment)
const started = (environment: Record<string, string> = {}) => processes.started(environment)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carelane-start-'))
  processes = prepareProcesses(join(folder, 'data'))
})

afterEach(async () => {
  await processes.endAll()
  await rm(folder, { recursive: true })
})

/** In milliseconds. It is long enough for a busy machine, because each test starts whole processes. */
const timeout = 60_000

describe('a start that cannot succeed gives the reason and exits with 1', { timeout }, () => {
  it.each(['PORT', 'MAIL_PORT', 'S3_PORT'])('if %s is in use', async (variable) => {
    const other = createServer()
    await once(other.listen(0, '127.0.0.1'), 'listening')
    const address = other.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    expect(await refusal({ [variable]: String(port) })).toEqual({
      code: 1,
      message: `Port ${port} is already in use (${variable}). Stop the other program or set ${variable} to a free one.`,
    })
    other.close()
  })

  it('if the data folder is a file or inside one', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    for (const DATA_DIR of [file, join(file, 'data')]) {
      expect(await refusal({ DATA_DIR })).toEqual({
        code: 1,
        message: `The data folder ${DATA_DIR} (DATA_DIR) is, or is inside, a file. Set DATA_DIR to a folder.`,
      })
    }
  })

  it('if another Carelane uses the data folder', async () => {
    await started()
    const { code, message } = await refusal({})
    expect(code).toBe(1)
    expect(message).toMatch(/^The data folder .* is in use by another process.*$/)
  })
})

describe('a running Carelane', { timeout }, () => {
  it('stops cleanly on SIGINT and SIGTERM, and starts again with its data, even after a kill', async () => {
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

  it('prints its address and stores nothing if set so', async () => {
    const { child, ended, lines } = await started({ DATA_DIR: ':memory:' })
    const output = lines.join('\n')
    expect(output).toMatch(/Data will not be saved/)
    expect(output).toMatch(/Ready after \d+\.\d s\./)
    expect(output).toMatch(/Mailbox {3}http:\/\/localhost:\d+/)
    child.kill('SIGINT')
    expect(await ended).toEqual([0, null])
  })

  it('prints the sign-ins of the demo pharmacy, which is created once and survives a restart', async () => {
    const logins = (lines: string[]) => lines.filter((line) => line.includes('Sign-in'))
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
    expect(first.lines.join()).toMatch(/Creating the demo pharmacy/)
    expect(logins(first.lines)).toHaveLength(5)
    const administrator = { status: 200, body: { user: { is_tenant_admin: true } } }
    expect(await signIn(first.origin, logins(first.lines))).toMatchObject(administrator)
    first.child.kill('SIGINT')
    await first.ended

    const second = await started({ SEED: 'demo' })
    expect(second.lines.join()).not.toMatch(/Creating the demo pharmacy/)
    expect(await signIn(second.origin, logins(second.lines))).toMatchObject(administrator)
  })

  it('finishes a request in flight unless Ctrl-C is pressed again', async () => {
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

  it('keeps the developer’s AWS settings away from the simulators', async () => {
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
