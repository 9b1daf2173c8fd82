import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('../../infra/local/start.ts', import.meta.url))
const anyPorts = { PORT: '0', MAIL_PORT: '0', S3_PORT: '0', SEED: 'none' }

interface Started {
  child: ChildProcessByStdio<null, Readable, Readable>
  /** Resolves with the exit code and signal. */
  ended: Promise<unknown>
  /** All output lines until the process is ready. */
  lines: string[]
  errors: Promise<string>
  /** The web app's origin. */
  origin: string
}

/** Returns functions that run `npm start` in separate processes, on the same folder of data, and one that ends them all. */
export function prepareProcesses(dataDir: string) {
  const children: Pick<Started, 'child' | 'ended'>[] = []
  // Other tests of this process may have set variables of the SDK.
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('AWS_')))

  function spawnStart(environment: Record<string, string>, options: string[] = []) {
    const env = { ...own, ...anyPorts, DATA_DIR: dataDir, ...environment }
    const child = spawn(process.execPath, [script, ...options], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const ended = once(child, 'exit')
    children.push({ child, ended })
    return { child, ended }
  }

  return {
    /** Returns the exit code and the message of a start that cannot succeed. */
    async refusal(environment: Record<string, string>) {
      const { child, ended } = spawnStart(environment, ['--dev'])
      const [message, [code]] = await Promise.all([text(child.stderr), ended])
      return { code, message: message.trim() }
    },

    /** Starts the product and waits until it is ready. `--dev` avoids building the web app. */
    async started(environment: Record<string, string> = {}): Promise<Started> {
      const { child, ended } = spawnStart(environment, ['--dev'])
      const lines: string[] = []
      const errors = text(child.stderr)
      for await (const line of createInterface(child.stdout)) {
        lines.push(line)
        if (line.startsWith('Press Ctrl-C')) break
      }
      const origin = /http:\/\/localhost:\d+/.exec(lines.find((line) => line.includes('Carelane  ')) ?? '')?.[0] ?? ''
      return { child, ended, lines, errors, origin }
    },

    async endAll() {
      for (const { child, ended } of children) {
        child.kill('SIGKILL')
        await ended
      }
    },
  }
}
