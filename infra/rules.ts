import { type App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks, HIPAASecurityChecks } from 'cdk-nag'

/**
 * Makes the synthesis fail, without writing a deployable template, if a construct breaks a rule and the code does not accept that
 * with a reason.
 */
export const enforceNagRules = (app: App) =>
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new HIPAASecurityChecks(app))
