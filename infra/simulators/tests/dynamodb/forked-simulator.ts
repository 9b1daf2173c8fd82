import { fork } from 'node:child_process'
import { once } from 'node:events'

export interface ForkedSimulator {
  endpoint: string
  /** Sends SIGKILL and resolves when the process has ended. */
  kill(): Promise<void>
}

const script = new URL('simulator-process.ts', import.meta.url)

/** Runs the simulator in a process of its own. Rejects if that process ends before it serves. */
export async function forkSimulator(dataDir: string): Promise<ForkedSimulator> {
  const child = fork(script, [dataDir], { execArgv: [] })
  const gone = once(child, 'exit')
  const [endpoint] = await Promise.race([
    once(child, 'message'),
    gone.then(([code]) => Promise.reject(new Error(`The simulator ended with ${code}`))),
  ])
  return {
    endpoint: String(endpoint),
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}
