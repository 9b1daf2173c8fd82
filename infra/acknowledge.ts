import { CfnResource, Validations } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'

type Rule = `${'AwsSolutions' | 'HIPAA.Security'}-${string}`

/**
 * Takes findings of a construct, and of all that is in it, as they are, each with its reason. By their full ids alone does
 * the report of a synthesis keep a trace of them.
 */
export function acknowledge(construct: IConstruct, reasons: Readonly<Partial<Record<Rule, string>>>) {
  for (const [rule, reason = ''] of Object.entries(reasons)) {
    const pack = rule.slice(0, rule.indexOf('-'))
    Validations.of(construct).acknowledge({ id: `${pack}::${rule}`, reason })
  }
}

/** The same for Checkov, which looks at templates from outside: a resource carries its reasons with it. */
export function acknowledgeCheckov(construct: IConstruct, reasons: Readonly<Record<`CKV_AWS_${number}`, string>>) {
  const resource = construct.node.defaultChild ?? construct
  if (!CfnResource.isCfnResource(resource)) throw new Error(`${construct.node.path} is no resource of a template`)
  const skip = Object.entries(reasons).map(([id, comment]) => ({ id, comment }))
  resource.addMetadata('checkov', { skip })
}
