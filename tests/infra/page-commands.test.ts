import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { deployableNames } from '#infra/config.ts'
import { sampleUnlessProof } from '#tests/support/how-many.ts'
import registry from '../../node_modules/aws-cdk/lib/cli/cli-type-registry.json' with { type: 'json' }
import project from '../../package.json' with { type: 'json' }
import { pageScripts, printedCommands } from './page-commands.ts'
import { stubPrograms } from './stub-programs.ts'
import { synthesise } from './synthesise.ts'

/** The options of each AWS command, by the command's name. Those in `required` must be given. */
const awsCommands = new Map(
  readFileSync(new URL('aws-commands.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', options = ''] = /^([^-]\S* \S+(?: [a-z]\S*)?)(.*)$/.exec(line) ?? []
      const all = options.split(' ').filter(Boolean)
      const known = all.map((option) => option.replace('*', ''))
      return [name, { known, required: all.filter((option) => option.endsWith('*')).map((each) => each.slice(0, -1)) }]
    }),
)
const optionsOfAll = ['--region', '--query', '--output', '--profile', '--source-region']
const optionsIn = (call: string) => [...call.matchAll(/(?<= )--[a-z][a-z-]*/g)].map(([option]) => option)

/** Returns what the AWS command line would not accept in a call. */
function awsProblems(call: string, isWhole = true): string[] {
  const [, short = '', waited = ''] = /^aws ([a-z0-9-]+ [a-z0-9-]+)(?: ([a-z][a-z-]+))?/.exec(call) ?? []
  const name = short.endsWith(' wait') ? `${short} ${waited}` : short
  const command = awsCommands.get(name)
  if (!command) return [`aws ${name} has no line in aws-commands.txt`]
  const given = optionsIn(call)
  const unknown = given.filter((option) => ![...command.known, ...optionsOfAll].includes(option))
  const missing = command.required.filter(
    (option) => !given.includes(option) && !given.includes(option.replace('--', '--no-')),
  )
  return [
    ...unknown.map((each) => `${name} has no option ${each}`),
    ...(isWhole ? missing.map((each) => `${name} needs ${each}`) : []),
  ]
}

const optionSchema = z.object({ alias: z.union([z.string(), z.array(z.string())]).optional() })
const cdkCommands = z
  .record(z.string(), z.object({ options: z.record(z.string(), optionSchema).optional() }))
  .parse(registry.commands)
const cdkOptionsOfAll = Object.entries(z.record(z.string(), optionSchema).parse(registry.globalOptions))
const templateOf = (name: string) => synthesise(name).template.toJSON()

/** Returns what the CDK's command line, or the stack, would not accept in a call. */
function cdkProblems(call: string): string[] {
  const [, verb = '', rest = ''] = /^npx cdk (\S+)(.*)$/.exec(call) ?? []
  const command = cdkCommands[verb]
  if (!command) return [`there is no cdk ${verb}`]
  const known = [...cdkOptionsOfAll, ...Object.entries(command.options ?? {})].map(([option]) => `--${option}`)
  const [, environments = ''] = /-c env=(\S+)/.exec(rest) ?? []
  const names = [
    ...environments.split(','),
    ...[...rest.matchAll(/ carelane-(\S+)(?= --app)/g)].map(([, name = '']) => name),
  ]
  const named = names.filter(Boolean)
  const parameters = named.flatMap((name) => Object.keys(templateOf(name).Parameters))
  return [
    ...optionsIn(call)
      .filter((option) => !known.includes(option))
      .map((option) => `cdk ${verb} has no option ${option}`),
    ...named.filter((name) => !deployableNames.includes(name)).map((name) => `there is no environment ${name}`),
    ...[...rest.matchAll(/--parameters (\w+)=/g)].flatMap(([, name = '']) =>
      parameters.includes(name) ? [] : [`${named.join()} has no parameter ${name}`],
    ),
  ]
}

const parameterSchema = z.object({
  AllowedPattern: z.string().optional(),
  AllowedValues: z.array(z.string()).optional(),
  MinValue: z.number().optional(),
  MaxValue: z.number().optional(),
})

/** Returns what our own commands would not accept in a call of `npm`. */
function npmProblems(call: string): string[] {
  const [, script = 'start', environment, verb, name = '', value = ''] =
    /^npm (?:run )?(\S+)(?: -- (\S+)(?: (\S+))?(?: (\S+) (\S+))?)?/.exec(call) ?? []
  if (!Object.hasOwn(project.scripts, script)) return [`package.json has no script ${script}`]
  if (script !== 'operate' || verb !== 'set') return []
  const found = templateOf(environment ?? '').Parameters[name]
  if (!found) return [`${environment} has no parameter ${name}`]
  // A value that the page leaves open is a placeholder.
  if (value === 'example') return []
  const {
    AllowedPattern = '.*',
    AllowedValues,
    MinValue = 0,
    MaxValue = Number.POSITIVE_INFINITY,
  } = parameterSchema.parse(found)
  const number = Number(value)
  const isAllowed =
    new RegExp(`^(?:${AllowedPattern})$`).test(value) &&
    (AllowedValues?.includes(value) ?? true) &&
    (Number.isNaN(number) || (number >= MinValue && number <= MaxValue))
  return isAllowed ? [] : [`${name} cannot be ${value}`]
}

const problemsOf = (call: string, isWhole = true): string[] => {
  if (call.startsWith('aws ')) return awsProblems(call, isWhole)
  if (call.startsWith('npx cdk ')) return cdkProblems(call)
  if (call.startsWith('npm ')) return npmProblems(call)
  return []
}

describe('an operator’s page', () => {
  // Each answer of AWS is a secret that the pipes of the pages can read. What is written to AWS from a pipe must be JSON.
  const secret = '{"k1":"a","current":"k1","email":"ops@pharmacy.test"}'
  const aws = `case "$*" in
    *file:///dev/stdin*) jq -e .current >/dev/null || jq -e .email >/dev/null ;;
    *) echo '${secret}' ;;
  esac`
  const programs = stubPrograms({
    aws,
    ...Object.fromEntries(['npx', 'npm', 'gh', 'git', 'tar', 'curl'].map((name) => [name, ''])),
    zgrep: 'cat >/dev/null',
  })
  beforeAll(() => {
    const folder = join(programs.work, 'cdk.out/functions/deliveries')
    mkdirSync(folder, { recursive: true })
    const map = { version: 3, sources: ['a.ts'], names: [], mappings: 'AAAA' }
    writeFileSync(join(folder, 'index.mjs.map'), JSON.stringify(map))
  })
  afterAll(programs.remove)

  it.each(sampleUnlessProof(pageScripts(), 0, 4))(
    'prints a command that runs, with options and names that exist: $script',
    async ({ script }) => {
      const { code, stderr, calls } = await programs.run(`{\n${script}\n} <<< '${secret}'`)
      expect([code, stderr]).toEqual([0, ''])
      expect(calls.filter(Boolean).flatMap((call) => problemsOf(call))).toEqual([])
    },
  )
})

it.each(['aws ', 'npx cdk ', 'npm run '])('our programs print only commands of “%s” that exist', (program) => {
  const printed = printedCommands().filter((command) => command.startsWith(program))
  expect(printed.length).toBeGreaterThan(5)
  for (const command of printed) expect([command, problemsOf(command, false)]).toEqual([command, []])
})
