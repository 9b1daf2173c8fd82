import { type App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks, HIPAASecurityChecks } from 'cdk-nag'

/**
 * Makes the synthesis fail, without writing a deployable template, if a construct breaks a rule of cdk-nag and the code does not
 * accept the finding with a reason (`acknowledgeNagFindings`).
 */
export const enforceNagRules = (app: App) =>
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new HIPAASecurityChecks(app))
