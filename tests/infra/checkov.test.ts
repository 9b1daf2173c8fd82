/** @module-tag proof */

import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deployedConfig } from './deployed-config.ts'
import { applyRulesToStack } from './hold-to-rules.ts'
import type { Resource } from './policies.ts'
import { aWebBuildFolder, testedDeployables } from './synthesise.ts'

const run = promisify(execFile)
const webBuild = aWebBuildFolder({ 'index.html': '<!doctype html>', 'assets/index-C1a2.js': 'export {}' })

let folder = ''
/** Installs Checkov, which is a Python program, for this test alone. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carelane-checkov-'))
  await run('python3', ['-m', 'venv', join(folder, 'venv')])
  await run(join(folder, 'venv/bin/pip'), ['install', '--quiet', 'checkov==3.3.30'])
}, 600_000)
afterAll(() => rm(folder, { recursive: true }))

interface Report {
  summary: { failed: number; passed: number; parsing_errors: number }
  results: { failed_checks: { check_id: string; resource: string }[] }
}

/** Returns what Checkov finds in a template. */
async function check(name: string, template: object): Promise<Report> {
  const file = join(folder, `${name}.template.json`)
  await writeFile(file, JSON.stringify(template))
  const options = [
    '--framework',
    'cloudformation',
    '--skip-download',
    '--soft-fail',
    '--output',
    'json',
    '--file',
    file,
  ]
  const { stdout } = await run(join(folder, 'venv/bin/checkov'), options, { maxBuffer: 1e9 })
  return JSON.parse(stdout)
}

test.each(testedDeployables)(
  'Checkov finds in the template of %s only what has a reason beside its resource',
  {
    timeout: 600_000,
  },
  async (name) => {
    const { template } = applyRulesToStack(name, { webBuild, config: deployedConfig })
    const reasons: string[] = []
    const resources = Object.entries<Resource>(template.Resources).map(([id, { Metadata, ...resource }]) => {
      const skipped: { id: string; comment: string }[] = Metadata?.checkov?.skip ?? []
      for (const { id: rule, comment } of skipped) {
        expect(comment.length).toBeGreaterThanOrEqual(20)
        reasons.push(`${resource.Type}.${id} ${rule}`)
      }
      return [id, resource]
    })
    const { summary, results } = await check(name, { ...template, Resources: Object.fromEntries(resources) })
    const found = results.failed_checks.map(({ resource, check_id }) => `${resource} ${check_id}`)
    expect(found.toSorted()).toEqual(reasons.toSorted())
    expect(summary).toMatchObject({ parsing_errors: 0, passed: expect.toSatisfy((count: number) => count > 0) })
  },
)
