import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App, type Stack, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks, HIPAASecurityChecks } from 'cdk-nag'
import { enforceNagRules } from '#infra/rules.ts'
import cdk from '../../cdk.json' with { type: 'json' }
import { quietContext, stackOf } from './synthesise.ts'

type Options = Parameters<typeof stackOf>[2]

interface Finding {
  ruleName: string
  violatingConstructs: readonly { constructPath: string }[]
}

interface Acknowledgement {
  id: string
  /** The path of the construct for which the reason was given. */
  at: string
  reason: string
}

/**
 * Builds a stack and checks it against the rules of infra/rules.ts. Returns the error that the rules threw (`refusal`), if any, the
 * template, the findings, the acknowledgements that excused other findings (`used`), and all acknowledgements in the stack.
 * `wanted` should have a web build, as in a deploy.
 */
export function applyRulesToStack(name: string, changes: Options) {
  const outdir = mkdtempSync(join(tmpdir(), 'carelane-rules-'))
  const app = new App({ outdir, context: { ...cdk.context, ...quietContext } })
  enforceNagRules(app)
  const stack = stackOf(app, name, changes)
  // The rules first record their findings and then throw.
  const refusal = attempt(() => app.synth())
  const read = (name: string) => JSON.parse(readFileSync(join(outdir, name), 'utf8'))
  const reports: {
    violations: Finding[]
    suppressedViolations?: (Finding & { acknowledgedId: string; acknowledgedAt: string })[]
  }[] = read('validation-report.json').pluginReports
  const packs = [new AwsSolutionsChecks(app), new HIPAASecurityChecks(app)]
  const template = read(`${stack.stackName}.template.json`)
  rmSync(outdir, { recursive: true })
  return {
    refusal,
    template,
    /** The rules that the stack breaks without an acknowledgement, including those of `rulesOff`. */
    brokenBeforeRulesOff: packs.flatMap((pack) =>
      pack.validateScope(app).violations.map(({ ruleName }) => ruleName.replace(/\[.*$/s, '')),
    ),
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

const acknowledgementsIn = (stack: Stack): Acknowledgement[] =>
  stack.node
    .findAll()
    .flatMap(({ node }) =>
      node.metadata
        .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
        .flatMap(({ data }) => Object.entries<string>(data).map(([id, reason]) => ({ id, at: node.path, reason }))),
    )
