import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { stubPrograms } from './stub-programs.ts'
import { synthesise } from './synthesise.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = `${root}.github/workflows/`
const workflows = readdirSync(folder).map((name): [string, string] => [name, readFileSync(`${folder}${name}`, 'utf8')])

interface Step {
  id?: string
  name?: string
  if?: string
  uses?: string
  run?: string
  with?: Record<string, unknown>
  env?: Record<string, string>
}

interface Job {
  if?: string
  needs?: string
  environment?: string
  permissions: Record<string, string>
  'timeout-minutes': number
  steps: Step[]
}

/** The jobs of a workflow that have steps. Others call another workflow. */
const jobsOf = (text: string): [string, Job][] =>
  Object.entries<Job>(parse(text).jobs).filter(([, { steps }]) => steps !== undefined)
const jobOf = (name: string, text: string): Job | undefined => jobsOf(text).find(([id]) => id === name)?.[1]
const textIn = (file: string) => workflows.find(([name]) => name === file)?.[1] ?? ''

describe.each(workflows)('the workflow %s', (_name, text) => {
  it('pins actions by commit, each with its version', () => {
    const used = text.split('\n').filter((line) => /^\s*-?\s*uses:/.test(line))
    expect(used.length).toBeGreaterThan(0)
    for (const line of used)
      expect(line).toMatch(/uses: ([\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\.\/\.github\/workflows\/[\w-]+\.yml)$/)
  })

  it('has no permissions for all jobs, and gives each job what it needs', () => {
    expect(parse(text).permissions).toEqual({})
    for (const [id, { permissions, steps }] of jobsOf(text)) {
      const signsIn = steps.some(({ uses = '' }) => uses.startsWith('aws-actions/'))
      const isWaiting = steps.some(({ run = '' }) => run.includes('/actions/runs/'))
      expect([id, permissions]).toEqual([
        id,
        {
          contents: id === 'mark' ? 'write' : 'read',
          ...(signsIn && { 'id-token': 'write' }),
          ...(isWaiting && { actions: 'read' }),
        },
      ])
    }
  })

  it('stores no key, leaves none behind, and never runs text that strangers can write', () => {
    expect(text).not.toMatch(/secrets\.|aws-access-key-id|pull_request_target|workflow_run/)
    for (const [, { steps }] of jobsOf(text))
      for (const { uses = '', run = '', with: given = {} } of steps) {
        if (uses.startsWith('actions/checkout@')) expect(given['persist-credentials']).toBe(false)
        expect(run).not.toContain('${{')
      }
  })

  it('signs in to AWS only where nothing is built and no install script runs', () => {
    for (const [, { permissions, steps }] of jobsOf(text))
      if (permissions['id-token'])
        for (const { run = '' } of steps) {
          expect(run).not.toMatch(
            /npm (ci|install)(?! --ignore-scripts$)|cdk synth|^npx cdk.*-c env=|npm run (build|check)|npm test/m,
          )
          for (const command of run.split('\n').filter((line) => /^\s*npx cdk/.test(line)))
            expect(command).toMatch(/ --app [\w/]*cdk\.out --build '' /)
        }
  })

  it('has a time limit', () => {
    for (const [id, job] of jobsOf(text)) expect([id, job['timeout-minutes']]).toEqual([id, expect.any(Number)])
  })

  it('runs commands that exist', () => {
    const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
    for (const [, script = ''] of text.matchAll(/npm run ([\w:-]+)/g)) expect(Object.keys(scripts)).toContain(script)
  })
})

describe('a pull request', () => {
  it('is fully tested', () => {
    const { steps = [] } = jobOf('test', textIn('check.yml')) ?? {}
    expect(steps.map(({ run }) => run).filter(Boolean)).toEqual(['npm ci', 'npm test'])
  })

  it('is compared with staging in a read-only job, but not if it comes from a fork', () => {
    const diff = jobOf('diff', textIn('check.yml'))
    expect(diff?.if).toContain('github.event.pull_request.head.repo.full_name == github.repository')
    expect(diff?.steps.at(-1)?.run).toBe("npx cdk diff carelane-staging --app cdk.out --build '' --method=template")
  })
})

test('the main branch is tested at full length each night', () => {
  const text = textIn('proof.yml')
  expect(parse(text).on.schedule).toEqual([{ cron: expect.any(String) }])
  expect(
    jobOf('proof', text)
      ?.steps.map(({ run }) => run)
      .filter(Boolean),
  ).toEqual(['npm ci', 'npm run proof'])
})

describe('a tag', () => {
  const text = textIn('deploy.yml')
  const one = textIn('deploy-environment.yml')
  const runs = (name: string, of = text) => jobOf(name, of)?.steps.flatMap(({ run = [] }) => run) ?? []

  it('is deployed to staging first and then to prod', () => {
    expect(parse(text).on).toEqual({ push: { tags: ['v*'] } })
    const called = ['staging', 'prod'].map((environment) => {
      const { uses, needs, with: given } = parse(text).jobs[environment]
      return [environment, uses, needs, given]
    })
    const uses = './.github/workflows/deploy-environment.yml'
    expect(called).toEqual([
      ['staging', uses, 'build', { environment: 'staging', 'is-forward-only': false }],
      ['prod', uses, 'staging', { environment: 'prod', 'is-forward-only': true }],
    ])
  })

  it('waits for earlier tags in staging, and a pending approval for prod blocks no other tag', () => {
    expect(parse(text)).not.toHaveProperty('concurrency')
    expect(parse(text).jobs.staging.concurrency).toEqual({
      group: 'staging',
      'cancel-in-progress': false,
      queue: 'max',
    })
    expect(parse(text).jobs.prod).not.toHaveProperty('concurrency')
    expect(one).not.toContain('concurrency:')
  })

  it('is checked, deployed, tested, marked as a release and migrated in each environment', () => {
    expect(jobsOf(one).map(([id, { needs, environment }]) => [id, needs, environment])).toEqual([
      ['check', undefined, '${{ inputs.environment }}-checks'],
      ['deploy', 'check', '${{ inputs.environment }}'],
      ['smoke', 'deploy', '${{ inputs.environment }}-checks'],
      ['roll-back', 'check', '${{ inputs.environment }}'],
      ['mark', 'smoke', undefined],
      ['migrate', 'smoke', '${{ inputs.environment }}-checks'],
    ])
    for (const [job, ...commands] of [
      ['check', 'npm run preflight -- "$ENVIRONMENT"'],
      ['smoke', expect.stringContaining('git rev-parse'), 'npm run smoke -- "$ENVIRONMENT"'],
      ['migrate', 'npm run migrate -- "$ENVIRONMENT"'],
    ] as const)
      expect(runs(job, one)).toEqual(['npm ci --ignore-scripts', ...commands])
  })

  it('is deployed by a role that runs no code of ours, and every other role is separate', () => {
    const roles = jobsOf(one).map(([id, { steps }]) => [
      id,
      steps.flatMap(({ uses = '', with: given }) =>
        uses.startsWith('aws-actions/') ? [given?.['role-to-assume']] : [],
      ),
    ])
    const role = (name: string) => [`\${{ vars.${name}_ROLE }}`]
    expect(Object.fromEntries(roles)).toEqual({
      check: role('CHECK'),
      deploy: role('DEPLOY'),
      smoke: role('SMOKE'),
      'roll-back': role('DEPLOY'),
      mark: [],
      migrate: role('MIGRATE'),
    })
    for (const job of ['deploy', 'roll-back']) expect(runs(job, one).join('\n')).not.toMatch(/npm run|node /)
  })

  it('has credentials as long as its jobs may take', () => {
    const limitOf = (name: string) => jobOf(name, one)?.['timeout-minutes'] ?? 0
    for (const [id, { steps, 'timeout-minutes': minutes }] of jobsOf(one)) {
      // The job that rolls back waits for the deploy and the smoke test before it signs in.
      const before = id === 'roll-back' ? limitOf('deploy') + limitOf('smoke') : 0
      const sign = steps.find(({ uses = '' }) => uses.startsWith('aws-actions/'))
      if (sign) expect([id, secondsOf(sign) / 60 > minutes - before]).toEqual([id, true])
    }
  })

  const secondsOf = ({ with: given }: Step) => Number(given?.['role-duration-seconds'] ?? 3600)

  it('has roles whose sessions may last as long as its credentials', () => {
    for (const environment of ['staging', 'prod']) {
      const roles = Object.entries(synthesise(`${environment}-roles`).template.findResources('AWS::IAM::Role'))
      for (const [id, { steps }] of jobsOf(one))
        for (const step of steps) {
          const [, name = ''] = /vars\.(\w+)_ROLE/.exec(String(step.with?.['role-to-assume'])) ?? []
          if (!name) continue
          const [, role] = roles.find(([each]) => each.toUpperCase().startsWith(name)) ?? []
          expect([id, role?.Properties.MaxSessionDuration >= secondsOf(step)]).toEqual([id, true])
        }
    }
  })

  it('can be run again: a job’s uploads replace those of its first attempt', () => {
    const uploads = [text, one]
      .flatMap((each) => jobsOf(each).flatMap(([, { steps }]) => steps))
      .filter(({ uses = '' }) => uses.startsWith('actions/upload-artifact@'))
    expect(uploads).toHaveLength(2)
    for (const { with: given } of uploads) expect(given?.overwrite).toBe(true)
  })

  it('is built once, and both environments and the release use the same files', () => {
    const files = ['assembly.tgz', 'source-maps.tgz', 'carelane.cdx.json']
    const { steps = [] } = jobOf('build', text) ?? {}
    expect(runs('build')).toEqual([
      'npm ci',
      'npx cdk synth -c env=staging,prod --quiet',
      'tar -czf assembly.tgz --exclude=cdk.out/functions cdk.out',
      "find web/dist/assets cdk.out/functions -name '*.map' | tar -czf source-maps.tgz -T -",
      expect.stringMatching(/^npm sbom .* > carelane\.cdx\.json$/),
    ])
    expect(String(steps.at(-1)?.with?.path).trim().split('\n')).toEqual(files)
    for (const name of ['deploy', 'mark'])
      expect(jobOf(name, one)?.steps.filter(({ with: given }) => given?.name === 'release')).toHaveLength(1)
    expect(runs('mark', one).join()).toContain(`--prerelease ${files.join(' ')}`)
  })

  it('gets a bill of materials generated only from the lock file', { timeout: 60_000 }, () => {
    const command = jobOf('build', text)?.steps.find(({ run }) => run?.startsWith('npm sbom'))?.run ?? ''
    const [program = '', ...args] = command.split(' > ')[0]?.split(' ') ?? []
    const made = JSON.parse(
      execFileSync(program, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    )
    expect(made.bomFormat).toBe('CycloneDX')
    const names = made.components.map(({ name }: { name: string }) => name)
    for (const name of Object.keys(JSON.parse(readFileSync(`${root}package.json`, 'utf8')).dependencies))
      expect(names).toContain(name)
  })
})

describe('the scripts of a deploy', { tags: ['proof'] }, () => {
  const one = textIn('deploy-environment.yml')
  const scriptOf = (job: string, name: string) =>
    jobOf(job, one)?.steps.find((step) => step.name === name)?.run ?? 'exit 99'
  const environment = {
    ENVIRONMENT: 'prod',
    GITHUB_STEP_SUMMARY: '/dev/null',
    GITHUB_OUTPUT: 'output.txt',
    GITHUB_REF_NAME: 'v1.3',
    GITHUB_REPOSITORY: 'acme/carelane',
    GITHUB_RUN_ID: '77',
    GITHUB_RUN_ATTEMPT: '1',
  }

  /** Runs a script with these stubs in an empty folder. */
  async function play(script: string, stubs: Record<string, string>, more: Record<string, string> = {}) {
    const programs = stubPrograms(stubs)
    onTestFinished(programs.remove)
    const outcome = await programs.run(script, { ...environment, ...more })
    const read = (file: string) =>
      existsSync(join(programs.work, file)) ? readFileSync(join(programs.work, file), 'utf8').trim() : undefined
    return { ...outcome, read }
  }

  const findRelease = scriptOf('deploy', 'Find out which release runs')

  it('record the release that runs before the deploy', async () => {
    const { code, calls, read } = await play(
      findRelease,
      { aws: 'echo v1.2', git: 'exit 0' },
      { IS_FORWARD_ONLY: 'true' },
    )
    expect([code, read('before.txt')]).toEqual([0, 'v1.2'])
    expect(calls).toEqual([
      expect.stringMatching(/^aws cloudformation describe-stacks --stack-name carelane-prod /),
      'git merge-base --is-ancestor v1.2 HEAD',
    ])
  })

  it('reject an older release that is approved late, if releases only go forward', async () => {
    const stubs = { aws: 'echo v1.2.1', git: 'exit 1' }
    const refused = await play(findRelease, stubs, { IS_FORWARD_ONLY: 'true' })
    expect([refused.code, refused.stdout]).toEqual([
      1,
      expect.stringContaining('prod runs v1.2.1, and v1.3 does not contain it.'),
    ])
    expect((await play(findRelease, stubs, { IS_FORWARD_ONLY: 'false' })).code).toBe(0)
  })

  const isItRunning = scriptOf('smoke', 'Find out whether this release runs')

  it.each([
    ['test a release that runs, whatever tag names it', 'echo "$2" | sed s/v1.3^{commit}/HEAD/', 0],
    ['do not test the release that ran before, if this one was rolled back and its jobs run again', 'echo "$2"', 1],
    ['do not test a release that this repository does not know', '[ "$2" = HEAD ] && echo HEAD || exit 128', 1],
  ])('%s', async (_, git, expected) => {
    const { code, stdout } = await play(isItRunning, { aws: 'echo v1.3', git })
    expect(code).toBe(expected)
    if (expected) expect(stdout).toContain('::error::prod runs v1.3, not v1.3')
  })

  const waitForSmoke = scriptOf('roll-back', 'Wait for the smoke test')

  it.each(['success', 'failure', 'skipped', 'cancelled'])(
    'wait until the smoke test has ended with %s',
    async (conclusion) => {
      const rounds = `n=$(cat n 2>/dev/null || echo 0); echo $((n + 1)) > n
        case $n in 0) exit 1;; 1) ;; *) echo ${conclusion};; esac`
      const { calls, read } = await play(waitForSmoke, { sleep: '', gh: rounds })
      expect(read('output.txt')).toBe(`conclusion=${conclusion}`)
      expect(calls.filter((call) => call.startsWith('gh'))).toHaveLength(3)
      expect(calls[1]).toContain('gh api repos/acme/carelane/actions/runs/77/attempts/1/jobs')
      expect(calls[1]).toContain('select(.name == "prod / smoke")')
    },
  )

  const rollBack = scriptOf('roll-back', 'Deploy the release that ran before')

  it('roll back at once to the release that ran before', async () => {
    const gh = 'if [ "$1" = run ]; then echo v1.2 > before.txt; else mkdir -p before; fi'
    const { code, calls } = await play(rollBack, { gh, tar: '', npx: '' })
    expect([code, calls]).toEqual([
      0,
      [
        'gh run download 77 --name before-prod',
        'gh release download v1.2 --pattern assembly.tgz --dir before',
        'tar -xzf before/assembly.tgz -C before',
        'npx cdk deploy carelane-prod --app before/cdk.out --build  --require-approval never --parameters TrafficShift=at-once',
      ],
    ])
  })

  it('explain a manual rollback if what ran before was not a release', async () => {
    const gh = 'if [ "$1" = run ]; then echo v1.2-3-gabc > before.txt; else exit 1; fi'
    const { code, stdout, calls } = await play(rollBack, { gh, npx: '' })
    expect([code, calls.join()]).toEqual([1, expect.not.stringContaining('npx')])
    expect(stdout).toContain('git checkout v1.2-3-gabc && npx cdk deploy -c env=prod')
  })

  it('roll back if the smoke test has failed or did not end in time, but not if there was none', () => {
    const conditions = jobOf('roll-back', one)
      ?.steps.slice(-2)
      .map((step) => step.if)
    expect(conditions).toEqual(Array(2).fill("contains('failure cancelled timed_out', steps.smoke.outputs.conclusion)"))
  })
})

test('packages and actions are updated automatically, grouped into few changes', () => {
  const { updates } = parse(readFileSync(`${root}.github/dependabot.yml`, 'utf8'))
  expect(updates.map((update: Record<string, unknown>) => update['package-ecosystem'])).toEqual([
    'npm',
    'github-actions',
  ])
  for (const { groups, directory } of updates) expect([Object.keys(groups).length > 0, directory]).toEqual([true, '/'])
})
