import { type App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks, HIPAASecurityChecks } from 'cdk-nag'

/** Makes a synthesis fail without a deployable template if it breaks a rule for which no reason is given. */
export const enforceRules = (app: App) =>
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new HIPAASecurityChecks(app))
