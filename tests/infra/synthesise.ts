import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App, Validations } from 'aws-cdk-lib'
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions'
import { Code } from 'aws-cdk-lib/aws-lambda'
import recommendedFlags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' }
import { afterAll } from 'vitest'
import { type EnvironmentConfig, findEnvironment } from '#infra/config.ts'
import { holdToRules } from '#infra/rules.ts'
import { CarelaneStack } from '#infra/stack.ts'

/** Warnings are for the tests to look at, not to be printed. */
const quiet = { '@aws-cdk/core:annotationsInValidationReport': false }

/** The stack of an environment, its functions' code aside. */
export function synthesise(
  environment: string,
  { webBuild, ...more }: Partial<EnvironmentConfig> & { webBuild?: string } = {},
) {
  const found = findEnvironment(environment)
  if (!found) throw new Error(`No environment ${environment}`)
  const config = { ...found, ...more }
  const outdir = mkdtempSync(join(tmpdir(), 'carelane-stack-'))
  const app = new App({ outdir, context: { ...recommendedFlags, ...quiet } })
  const stack = new CarelaneStack(app, {
    environment,
    config,
    code: (area) => Code.fromInline(`// ${area}`),
    webBuild,
  })
  const template = Template.fromStack(stack)
  const warnings = Annotations.fromStack(stack).findWarning('*', Match.anyValue())
  rmSync(outdir, { recursive: true })
  return { config, template, warnings: warnings.map(({ entry }) => String(entry.data)) }
}

interface Finding {
  ruleName: string
  violatingConstructs: readonly { constructPath: string }[]
}

interface Acknowledgement {
  id: string
  /** The path of the construct that it was made for. */
  at: string
  reason: string
}

/** An environment with a web build as it is deployed, held to the rules: what they find, and what was acknowledged. */
export function holdEnvironmentToRules(environment: string, webBuild: string) {
  const config = findEnvironment(environment)
  if (!config) throw new Error(`No environment ${environment}`)
  const outdir = mkdtempSync(join(tmpdir(), 'carelane-rules-'))
  const app = new App({ outdir, context: { ...recommendedFlags, ...quiet } })
  holdToRules(app)
  const code = (area: string) => Code.fromInline(`// ${area}`)
  const stack = new CarelaneStack(app, { environment, config, code, webBuild })
  // The rules' own way to say no is to throw, after they have written down why.
  const refusal = attempt(() => app.synth())
  const read = (name: string) => JSON.parse(readFileSync(join(outdir, name), 'utf8'))
  const reports: {
    violations: Finding[]
    suppressedViolations?: (Finding & { acknowledgedId: string; acknowledgedAt: string })[]
  }[] = read('validation-report.json').pluginReports
  const template = read(`${stack.stackName}.template.json`)
  rmSync(outdir, { recursive: true })
  return {
    config,
    refusal,
    template,
    findings: reports.flatMap(({ violations }) => violations),
    used: reports.flatMap(({ suppressedViolations = [] }) =>
      suppressedViolations.map(({ acknowledgedId: id, acknowledgedAt: at }) => ({ id, at })),
    ),
    acknowledged: acknowledgementsIn(stack),
  }
}

function attempt(what: () => unknown) {
  try {
    what()
    return undefined
  } catch (error) {
    return error
  }
}

const acknowledgementsIn = (stack: CarelaneStack): Acknowledgement[] =>
  stack.node
    .findAll()
    .flatMap(({ node }) =>
      node.metadata
        .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
        .flatMap(({ data }) => Object.entries<string>(data).map(([id, reason]) => ({ id, at: node.path, reason }))),
    )

/** The properties of the only resource of a type. */
export function propertiesOf(template: Template, type: string) {
  const found = Object.values(template.findResources(type))
  if (found.length !== 1) throw new Error(`${found.length} of ${type}`)
  return found[0]?.Properties
}

/** CloudFormation's joins as text, with `<logical id>` for what only a deploy knows. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  const [[kind, part] = ['', '']] = Object.entries(value ?? {})
  if (kind === 'Fn::Join') return part[1].map(textOf).join(part[0])
  return `<${kind === 'Fn::GetAtt' ? part.join('.') : part}>`
}

/** A web build in a folder that goes with the file's tests. */
export function aWebBuild(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'carelane-web-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return folder
}
