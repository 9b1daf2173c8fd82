import { type App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks, HIPAASecurityChecks } from 'cdk-nag'

/** A synthesis ends without a template that could be deployed when it breaks a rule and no reason is given for it. */
export const holdToRules = (app: App) =>
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new HIPAASecurityChecks(app))
