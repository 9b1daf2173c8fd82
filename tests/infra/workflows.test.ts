import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, test } from 'vitest'
import { parse } from 'yaml'
import { statementsOf } from './policies.ts'
import { synthesise, textOf } from './synthesise.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = `${root}.github/workflows/`
const workflows = readdirSync(folder).map((name): [string, string] => [name, readFileSync(`${folder}${name}`, 'utf8')])

interface Step {
  id?: string
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

const jobsOf = (text: string): [string, Job][] => Object.entries(parse(text).jobs)
const jobOf = (name: string, text: string): Job | undefined => jobsOf(text).find(([id]) => id === name)?.[1]
const textIn = (file: string) => workflows.find(([name]) => name === file)?.[1] ?? ''

describe.each(workflows)('the workflow %s', (_name, text) => {
  it('takes actions by their commits alone, each with the version that it is', () => {
    const used = text.split('\n').filter((line) => /^\s*-?\s*uses:/.test(line))
    expect(used.length).toBeGreaterThan(0)
    for (const line of used) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it('gives nothing to all jobs, and to each what it needs', () => {
    expect(parse(text).permissions).toEqual({})
    for (const [id, { permissions, steps }] of jobsOf(text)) {
      const signsIn = steps.some(({ uses = '' }) => uses.startsWith('aws-actions/'))
      const writes = id === 'release'
      expect([id, permissions]).toEqual([
        id,
        { contents: writes ? 'write' : 'read', ...(signsIn && { 'id-token': 'write' }) },
      ])
    }
  })

  it('has no key, leaves none behind, and runs nothing that a stranger wrote into a name', () => {
    expect(text).not.toMatch(/secrets\.|aws-access-key-id|pull_request_target|workflow_run/)
    for (const [, { steps }] of jobsOf(text))
      for (const { uses = '', run = '', with: given = {} } of steps) {
        if (uses.startsWith('actions/checkout@')) expect(given['persist-credentials']).toBe(false)
        expect(run).not.toContain('${{')
      }
  })

  it('signs in to AWS where nothing is built, and where nothing of a package runs by being installed', () => {
    for (const [, { permissions, steps }] of jobsOf(text))
      if (permissions['id-token'])
        for (const { run = '' } of steps) {
          expect(run).not.toMatch(
            /npm (ci|install)(?! --ignore-scripts$)|cdk synth|-c env=|npm run (build|check)|npm test/,
          )
          for (const command of run.split('\n').filter((line) => line.includes('npx cdk')))
            expect(command).toMatch(/ --app [\w/]*cdk\.out --build '' /)
        }
  })

  it('ends by itself', () => {
    for (const [id, job] of jobsOf(text)) expect([id, job['timeout-minutes']]).toEqual([id, expect.any(Number)])
  })

  it('runs commands that there are', () => {
    const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
    for (const [, script = ''] of text.matchAll(/npm run ([\w:-]+)/g)) expect(Object.keys(scripts)).toContain(script)
  })
})

describe('a pull request', () => {
  it('is tested whole', () => {
    const { steps = [] } = jobOf('test', textIn('check.yml')) ?? {}
    expect(steps.map(({ run }) => run).filter(Boolean)).toEqual(['npm ci', 'npm test'])
  })

  it('is compared with staging by who may look and nothing else, and never a fork’s', () => {
    const diff = jobOf('diff', textIn('check.yml'))
    expect(diff?.if).toContain('github.event.pull_request.head.repo.full_name == github.repository')
    expect(diff?.steps.at(-1)?.run).toBe("npx cdk diff carelane-staging --app cdk.out --build '' --method=template")
  })
})

test('each night what is merged is tried at full length', () => {
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
  const runs = (name: string) => jobOf(name, text)?.steps.flatMap(({ run = [] }) => run) ?? []

  it('goes to staging and is tried, and then, where somebody approves, to prod and is tried', () => {
    expect(parse(text).on).toEqual({ push: { tags: ['v*'] } })
    for (const environment of ['staging', 'prod'])
      expect(runs(environment).slice(0, -1)).toEqual([
        'npm ci --ignore-scripts',
        'tar -xzf assembly.tgz',
        `npm run preflight -- ${environment}`,
        `npx cdk deploy carelane-${environment} --app cdk.out --build '' --require-approval never --parameters TrafficShift=canary`,
        `npm run smoke -- ${environment}`,
        `npm run migrate -- ${environment}`,
      ])
    expect(jobsOf(text).map(([id, { needs, environment }]) => [id, needs, environment])).toEqual([
      ['build', undefined, undefined],
      ['staging', 'build', 'staging'],
      ['prod', 'staging', 'prod'],
      ['release', 'prod', undefined],
    ])
    expect(parse(text).concurrency).toEqual({ group: 'deploy', 'cancel-in-progress': false })
  })

  it('is built once: staging, prod and the release take the same files', () => {
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
    for (const name of ['staging', 'prod', 'release'])
      expect(
        jobOf(name, text)?.steps.filter(({ uses }) => uses?.startsWith('actions/download-artifact@')),
      ).toHaveLength(1)
    expect(runs('release')).toEqual([
      expect.stringMatching(new RegExp(`^gh release create .* --latest ${files.join(' ')}$`)),
    ])
  })

  it.each(['staging', 'prod'])(
    'that fails its trial in %s gives place to the release before, without a canary',
    (name) => {
      const steps = jobOf(name, text)?.steps ?? []
      const back = steps.at(-1)
      expect(back?.if).toBe("failure() && steps.smoke.outcome == 'failure'")
      expect(steps.find(({ id }) => id === 'smoke')?.run).toBe(`npm run smoke -- ${name}`)
      expect(back?.run?.trim().split('\n')).toEqual([
        'gh release download --pattern assembly.tgz --dir before',
        'tar -xzf before/assembly.tgz -C before',
        `npx cdk deploy carelane-${name} --app before/cdk.out --build '' --require-approval never --parameters TrafficShift=at-once`,
      ])
    },
  )

  it('gets a list of all that is in it, which the lock file alone makes', { timeout: 60_000 }, () => {
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

test('packages and actions are kept fresh, many in one change', () => {
  const { updates } = parse(readFileSync(`${root}.github/dependabot.yml`, 'utf8'))
  expect(updates.map((update: Record<string, unknown>) => update['package-ecosystem'])).toEqual([
    'npm',
    'github-actions',
  ])
  for (const { groups, directory } of updates) expect([Object.keys(groups).length > 0, directory]).toEqual([true, '/'])
})

const served = ['staging', 'prod'] as const

describe.each(served)('the roles of the pipeline for %s', (environment) => {
  const { template } = synthesise(`${environment}-roles`)
  const roles = Object.entries(template.findResources('AWS::IAM::Role'))
  const statements = statementsOf(template)
  const rightsOf = (role: string) => {
    return statements.filter(({ id }) => id === `${role}Grants`)
  }

  it('trust this repository alone: its pull requests to look, its environment to deploy to itself', () => {
    const subjects = roles.map(([id, { Properties }]) => {
      const [{ Action, Condition, Principal }, ...others] = Properties.AssumeRolePolicyDocument.Statement
      expect(others).toEqual([])
      expect([Action, textOf(Principal.Federated)]).toEqual([
        'sts:AssumeRoleWithWebIdentity',
        expect.stringMatching(/^<GitHub/),
      ])
      expect(Condition.StringEquals['token.actions.githubusercontent.com:aud']).toBe('sts.amazonaws.com')
      return [id.replace(/[0-9A-F]{8}$/, ''), Condition.StringEquals['token.actions.githubusercontent.com:sub']]
    })
    expect(subjects).toEqual([
      ...(environment === 'staging' ? [['Diff', 'repo::pull_request']] : []),
      ['Deploy', `repo::environment:${environment}`],
    ])
  })

  it('may look at templates, and at nothing of patients', () => {
    if (environment !== 'staging') return
    expect(rightsOf('Diff').map(({ Action, Resource }) => [Action, textOf([Resource].flat()[0])])).toEqual([
      [
        ['cloudformation:DescribeStacks', 'cloudformation:GetTemplate'],
        expect.stringMatching(/:stack\/carelane-staging\/\*$/),
      ],
    ])
  })

  it('deploy by the roles of bootstrapping alone', () => {
    const rights = rightsOf('Deploy')
    const actions = rights.flatMap(({ Action }) => Action)
    const changing = actions.filter((action) => !/:(Describe|Get|List)|^sts:AssumeRole$|^kms:Decrypt$/.test(action))
    expect(changing).toEqual(['states:StartExecution'])
    const assumed = rights
      .filter(({ Action }) => Action === 'sts:AssumeRole')
      .flatMap(({ Resource }) => [Resource].flat().map(textOf))
    expect(assumed).toHaveLength(environment === 'prod' ? 4 : 2)
    for (const resource of assumed) expect(resource).toMatch(/:role\/cdk-hnb659fds-(deploy|file-publishing)-role-/)
    const stacks = rights
      .filter(({ Action }) => [Action].flat().includes('cloudformation:GetTemplate'))
      .flatMap(({ Resource }) => [Resource].flat().map(textOf))
    for (const stack of stacks) expect(stack).toMatch(new RegExp(`:stack/carelane-${environment}(-copy)?/`))
  })

  it('read of the secrets the canary’s alone, whose name is what the stack gives it', () => {
    const stack = synthesise(environment).template
    const [canary = ''] = Object.entries(stack.findResources('AWS::SecretsManager::Secret'))
      .filter(([, { Properties }]) => Properties.Description === 'Signs in the canary organization')
      .map(([id]) => id)
    const topics = Object.keys(stack.findResources('AWS::SNS::Topic'))
    const read = rightsOf('Deploy').filter(({ Action }) => Action === 'secretsmanager:GetSecretValue')
    const prefix = /secret:(\w+)\*$/.exec(textOf(read[0]?.Resource))?.[1] ?? 'none'
    expect([read.length, canary.startsWith(prefix)]).toEqual([1, true])
    const rights = rightsOf('Deploy').filter(({ Action }) => [Action].flat().includes('sns:ListSubscriptionsByTopic'))
    const starts = [rights[0]?.Resource].flat().map((resource) => /:carelane-\w+-(\w+)\*$/.exec(textOf(resource))?.[1])
    expect(topics.filter((topic) => !starts.some((start = 'none') => topic.startsWith(start)))).toEqual([])
  })
})
