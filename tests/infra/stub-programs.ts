import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

interface Outcome {
  code: number
  stdout: string
  stderr: string
  /** The calls to the stubs, each as the name of the program with its arguments. */
  calls: string[]
}

/**
 * Makes programs that stand in for real ones: each notes its call and then runs its Bash script, with the call's arguments. Returns a
 * function that runs a Bash script in an empty folder, in which the stubs come before the programs of the machine.
 */
export function stubPrograms(scripts: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'carelane-stubs-'))
  const [bin, work, log] = [join(folder, 'bin'), join(folder, 'work'), join(folder, 'calls')]
  mkdirSync(bin)
  mkdirSync(work)
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(bin, name), `#!/usr/bin/env bash\necho "${name} $*" >> "${log}"\n${script}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  return {
    work,
    run: (script: string, environment: Readonly<Record<string, string>> = {}): Promise<Outcome> =>
      new Promise((resolve) => {
        const env = { HOME: folder, ...environment, PATH: [bin, process.env.PATH].join(delimiter) }
        execFile('bash', ['-eo', 'pipefail', '-c', script], { cwd: work, env }, (error, stdout, stderr) => {
          const calls = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []
          rmSync(log, { force: true })
          resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr, calls })
        })
      }),
    remove: () => rmSync(folder, { recursive: true }),
  }
}
