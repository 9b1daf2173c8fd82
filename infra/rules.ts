import { type App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks, HIPAASecurityChecks } from 'cdk-nag'

/** Makes the synthesis fail, without a deployable template, if it breaks a rule and the code gives no reason for that. */
export const enforceRules = (app: App) =>
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new HIPAASecurityChecks(app))
