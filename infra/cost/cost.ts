import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { copyOf, environmentNames, findCopied } from '../config.ts'
import { costReport } from './cost-report.ts'
import type { CostedTemplate } from './idle-usage.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'carelane-cost-'))

/** `npm run cost`: what the synthesized environments come to, by list prices. */
for (const name of environmentNames) {
  const hasSecondRegion = findCopied(copyOf(name)) !== undefined
  const templates = [name, ...(hasSecondRegion ? [copyOf(name)] : [])].map(synthesised)
  console.log(costReport(name, templates, { hasSecondRegion }).join('\n'))
}
rmSync(folder, { recursive: true })

function synthesised(name: string): CostedTemplate {
  const args = [`${root}node_modules/aws-cdk/bin/cdk`, 'synth', '-q', '-c', `env=${name}`, '-o', join(folder, name)]
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(readFileSync(join(folder, name, `carelane-${name}.template.json`), 'utf8'))
}
