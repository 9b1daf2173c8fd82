import { type App, type IPolicyValidationPlugin, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks, HIPAASecurityChecks } from 'cdk-nag'

/** The rules of cdk-nag that no stack follows, each with the reason. */
export const rulesOff: Readonly<Record<string, string>> = {
  'AwsSolutions-IAM4':
    'AWS keeps its own policies in step with its services. Only roles that a service assumes have one: CodeDeploy, AWS Backup and the function with which CDK unpacks files.',
  'AwsSolutions-IAM5':
    'Objects, executions and restored tables get their names when they are made, so a pattern is the narrowest right. Tests compare every right of a function with its needs and refuse a right to everything.',
  'HIPAA.Security-IAMNoInlinePolicy':
    'An inline policy belongs to one role, is deleted with it and cannot be attached to another.',
}

/**
 * Makes the synthesis fail, without writing a deployable template, if a construct breaks a rule of cdk-nag and the code does not
 * accept the finding with a reason (`acknowledgeFindings`).
 */
export const enforceNagRules = (app: App) =>
  Validations.of(app).addPlugins(
    withoutRulesOff(new AwsSolutionsChecks(app)),
    withoutRulesOff(new HIPAASecurityChecks(app)),
  )

/** Returns a pack without `rulesOff`. A finding of `AwsSolutions-IAM5` has a name such as `AwsSolutions-IAM5[Resource::*]`. */
const withoutRulesOff = (pack: IPolicyValidationPlugin): IPolicyValidationPlugin => ({
  name: pack.name,
  validate(context) {
    const violations = pack.validate(context).violations.filter(({ ruleName }) => !isOff(ruleName))
    return { success: violations.length === 0, violations }
  },
})

const isOff = (finding: string) => Object.hasOwn(rulesOff, finding.replace(/\[.*$/s, ''))
