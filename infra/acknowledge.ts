import { Validations } from 'aws-cdk-lib'
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
