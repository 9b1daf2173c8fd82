import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions'
import { Code } from 'aws-cdk-lib/aws-lambda'
import recommendedFlags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' }
import { afterAll } from 'vitest'
import { type EnvironmentConfig, findEnvironment } from '#infra/config.ts'
import { CarelaneStack } from '#infra/stack.ts'

/** Tests look at the warnings: they are not printed. */
export const quiet = { '@aws-cdk/core:annotationsInValidationReport': false }

/** The stack of an environment, without its functions' code. */
export function synthesise(
  environment: string,
  { webBuild, ...more }: Partial<EnvironmentConfig> & { webBuild?: string } = {},
) {
  const found = findEnvironment(environment)
  if (!found) throw new Error(`No environment ${environment}`)
  const config = { ...found, ...more }
  const outdir = mkdtempSync(join(tmpdir(), 'carelane-stack-'))
  // CDK's own rules take 5 seconds of CPU: only the test that holds the environments to all rules applies them.
  const app = new App({ outdir, context: { ...recommendedFlags, ...quiet }, builtinCloudFormationValidation: false })
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

/** The properties of the only resource of a type. */
export function propertiesOf(template: Template, type: string) {
  const found = Object.values(template.findResources(type))
  if (found.length !== 1) throw new Error(`${found.length} of ${type}`)
  return found[0]?.Properties
}

/** CloudFormation's joins as text, with `<logical id>` for values that only a deploy knows. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  const [[kind, part] = ['', '']] = Object.entries(value ?? {})
  if (kind === 'Fn::Join') return part[1].map(textOf).join(part[0])
  return `<${kind === 'Fn::GetAtt' ? part.join('.') : part}>`
}

/** A web build in a folder that is removed after the file's tests. */
export function aWebBuild(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'carelane-web-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return folder
}
