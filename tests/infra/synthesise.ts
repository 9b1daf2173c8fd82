import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App, type Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { Code } from 'aws-cdk-lib/aws-lambda'
import { SynthesisMessageLevel } from 'aws-cdk-lib/cx-api'
import { afterAll } from 'vitest'
import {
  deployableNames,
  type EnvironmentConfig,
  environmentNames,
  findCopiedEnvironment,
  findEnvironment,
  findEnvironmentOfRoles,
} from '#infra/config.ts'
import { CopyStack } from '#infra/copy-stack.ts'
import { RolesStack } from '#infra/roles-stack.ts'
import { CarelaneStack } from '#infra/stack.ts'
import cdk from '../../cdk.json' with { type: 'json' }
import { withParameters } from './with-parameters.ts'

/**
 * Returns whether the tests that run once for each environment include this one. In the proof they include all. In `npm test` they
 * include only those whose name begins with `prod`, because making a template takes seconds.
 */
const isTested = (name: string) => Boolean(process.env.PROOF) || name.startsWith('prod')
export const testedEnvironments = environmentNames.filter(isTested)
export const testedDeployables = deployableNames.filter(isTested)

/** CDK's context that keeps warnings from being printed. The tests check them instead. */
export const quietContext = { '@aws-cdk/core:annotationsInValidationReport': false }

interface Options {
  config?: Partial<EnvironmentConfig>
  /** Values for the stack's parameters. The others have their defaults. */
  parameters?: Readonly<Record<string, string | number>>
  webBuild?: string | undefined
  isProtected?: boolean
}

export function configOf(environment: string): EnvironmentConfig {
  const found = findEnvironment(environment)
  if (!found) throw new Error(`No environment ${environment}`)
  return found
}

/** Makes the stack of anything that can be deployed: an environment, a second region or the roles. */
export function stackOf(app: App, name: string, options: Options = {}): Stack {
  const { config: more, webBuild, isProtected = true } = options
  const copied = findCopiedEnvironment(name)
  const served = findEnvironmentOfRoles(name)
  if (served) return new RolesStack(app, { ...served, config: { ...served.config, ...more } })
  if (copied)
    return new CopyStack(app, { ...copied, config: { ...copied.config, ...more }, environment: name, isProtected })
  const config = { ...configOf(name), ...more }
  const code = (area: string) => Code.fromInline(`// ${area}`)
  return new CarelaneStack(app, {
    environment: name,
    config,
    code,
    webBuild,
    isProtected,
  })
}

const stacks = new Map<string, ReturnType<typeof makeStack>>()
const templates = new Map<string, Template>()

/**
 * Makes the template of anything that can be deployed, without the functions' code, as CloudFormation resolves it with these
 * parameters. All test files of a worker share the stack of the same options, because making one takes seconds.
 */
export function synthesise(name: string, { parameters = {}, ...options }: Options = {}) {
  const key = JSON.stringify([name, options], (_, value) => (value === undefined ? 'undefined' : value))
  const { json, ...made } = stacks.get(key) ?? makeStack(name, options)
  stacks.set(key, { json, ...made })
  const resolvedKey = `${key} ${JSON.stringify(parameters)}`
  const template = templates.get(resolvedKey) ?? Template.fromJSON(withParameters(json, parameters))
  templates.set(resolvedKey, template)
  return { template, ...made }
}

function makeStack(name: string, options: Options) {
  const outdir = mkdtempSync(join(tmpdir(), 'carelane-stack-'))
  // CDK's own rules take 5 seconds of CPU time, so only the test that checks the environments against all rules applies them.
  const app = new App({
    outdir,
    context: { ...cdk.context, ...quietContext },
    builtinCloudFormationValidation: false,
    // No test reads where in the code a resource was made.
    stackTraces: false,
    treeMetadata: false,
  })
  const stack = stackOf(app, name, options)
  // `Template.fromStack` and `Annotations.fromStack` would make the template twice.
  const { template: json, messages } = app.synth().getStackArtifact(stack.artifactId)
  const found = (wanted: SynthesisMessageLevel) =>
    messages.filter(({ level }) => level === wanted).map(({ entry }) => String(entry.data))
  rmSync(outdir, { recursive: true })
  const { terminationProtection: isTerminationProtected = false } = stack
  const [warnings, errors] = [found(SynthesisMessageLevel.WARNING), found(SynthesisMessageLevel.ERROR)]
  return { json, warnings, errors, isTerminationProtected }
}

/** Makes the template of an environment, and returns it with the environment's configuration. */
export function synthesiseEnvironment(name: string, options?: Options) {
  return { config: { ...configOf(name), ...options?.config }, ...synthesise(name, options) }
}

/** Returns the properties of the template's only resource of a type. Throws if there are several or none. */
export function propertiesOf(template: Template, type: string) {
  const found = Object.values(template.findResources(type))
  if (found.length !== 1) throw new Error(`${found.length} of ${type}`)
  return found[0]?.Properties
}

/**
 * Returns a value of a template as text: CloudFormation's joins are carried out. What only a deploy knows is written in angle
 * brackets: `<name>` for a reference, and `<logical id.attribute>` for an attribute.
 */
export function textOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  const [[kind, part] = ['', '']] = Object.entries(value ?? {})
  if (kind === 'Fn::Join') return part[1].map(textOf).join(part[0])
  if (kind === 'Fn::Select') return `<${part[0]} of ${textOf(part[1])}>`
  if (kind === 'Fn::Split') return `${textOf(part[1])} at ${part[0]}`
  return `<${kind === 'Fn::GetAtt' ? part.join('.') : part}>`
}

/** Makes a web build of these files in a folder that is removed after the tests of the file. */
export function aWebBuildFolder(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'carelane-web-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return folder
}
