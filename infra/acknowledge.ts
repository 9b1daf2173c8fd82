import { CfnResource, Validations } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'

type Rule = `${'AwsSolutions' | 'HIPAA.Security'}-${string}`

/**
 * Accepts the findings of these cdk-nag rules in a construct and its children, each rule with a reason. The full id (`pack::rule`)
 * is needed, because otherwise the synthesis report keeps no trace of the accepted finding.
 */
export function acknowledgeNagFindings(construct: IConstruct, reasons: Readonly<Partial<Record<Rule, string>>>) {
  for (const [rule, reason = ''] of Object.entries(reasons)) {
    const pack = rule.slice(0, rule.indexOf('-'))
    Validations.of(construct).acknowledge({ id: `${pack}::${rule}`, reason })
  }
}

/**
 * Accepts the findings of these Checkov rules in a resource. Checkov reads the synthesised template, so the reasons go into the
 * resource's metadata, where a second call for the same resource would replace them. Throws if the construct stands for no resource
 * of the template.
 */
export function acknowledgeCheckov(construct: IConstruct, reasons: Readonly<Record<`CKV_AWS_${number}`, string>>) {
  const resource = construct.node.defaultChild ?? construct
  if (!CfnResource.isCfnResource(resource)) throw new Error(`${construct.node.path} is not a resource in a template`)
  const skip = Object.entries(reasons).map(([id, comment]) => ({ id, comment }))
  resource.addMetadata('checkov', { skip })
}
