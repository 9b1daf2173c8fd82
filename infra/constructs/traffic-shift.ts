import { type CfnParameter, Fn } from 'aws-cdk-lib'
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch'
import {
  CfnDeploymentGroup,
  LambdaApplication,
  LambdaDeploymentConfig,
  LambdaDeploymentGroup,
} from 'aws-cdk-lib/aws-codedeploy'
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Construct } from 'constructs'
import { addParameterCondition } from '../conditions.ts'
import { trafficShiftAtOnceValue } from '../operator-parameters.ts'
import type { AreaFunction } from './area-function.ts'

interface Props {
  functions: readonly AreaFunction[]
  /** Alarms that stop the shift of any function, in addition to the function's own alarm. */
  alarms: readonly Alarm[]
  /** A parameter: whether all calls move to the new version at once, or a canary goes first. */
  pace: CfnParameter
}

/** The canary takes ten minutes, because the alarms look at five-minute periods. */
const canary = LambdaDeploymentConfig.CANARY_10PERCENT_10MINUTES

/**
 * Defines how a new version of a function takes over: it gets a tenth of the calls for ten minutes, and then all of them. If an
 * alarm goes off meanwhile, CodeDeploy returns the calls to the previous version, and CloudFormation rolls back the whole deploy. A
 * shift without a canary ignores the alarms, because alarms are already active when a release that ends an outage is deployed.
 */
export class TrafficShift extends Construct {
  constructor(scope: Construct, id: string, { functions, alarms, pace }: Props) {
    super(scope, id)
    const isAtOnce = addParameterCondition(this, 'AtOnce', pace.valueAsString, trafficShiftAtOnceValue)
    const application = new LambdaApplication(this, 'Application')
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') })
    for (const { node, alias, failing } of functions) {
      const group = new LambdaDeploymentGroup(this, node.id, {
        application,
        role,
        alias,
        deploymentConfig: canary,
        alarms: [failing, ...alarms],
      })
      const resource = group.node.defaultChild
      if (!(resource instanceof CfnDeploymentGroup)) throw new Error(`${group.node.path} is no deployment group`)
      const { deploymentConfigName } = canary
      const { deploymentConfigName: allAtOnce } = LambdaDeploymentConfig.ALL_AT_ONCE
      resource.deploymentConfigName = Fn.conditionIf(isAtOnce.logicalId, allAtOnce, deploymentConfigName).toString()
      resource.addPropertyOverride('AlarmConfiguration.Enabled', Fn.conditionIf(isAtOnce.logicalId, false, true))
      // CloudFormation must know the pace before it moves the alias to the new version.
      alias.node.addDependency(group)
    }
  }
}
