import { CfnResource, Validations } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'

type Rule = `${'AwsSolutions' | 'HIPAA.Security'}-${string}`

/**
 * Accepts rule findings of a construct and of its children, each with its reason. The synthesis report keeps a trace of an accepted
 * finding only when the finding is named by its full id.
 */
export function acknowledge(construct: IConstruct, reasons: Readonly<Partial<Record<Rule, string>>>) {
  for (const [rule, reason = ''] of Object.entries(reasons)) {
    const pack = rule.slice(0, rule.indexOf('-'))
    Validations.of(construct).acknowledge({ id: `${pack}::${rule}`, reason })
  }
}

/** Accepts Checkov findings. Checkov reads the synthesised template, so the reasons go into the resource's metadata. */
export function acknowledgeCheckov(construct: IConstruct, reasons: Readonly<Record<`CKV_AWS_${number}`, string>>) {
  const resource = construct.node.defaultChild ?? construct
  if (!CfnResource.isCfnResource(resource)) throw new Error(`${construct.node.path} is no resource of a template`)
  const skip = Object.entries(reasons).map(([id, comment]) => ({ id, comment }))
  resource.addMetadata('checkov', { skip })
}
