import { type CfnParameter, Duration, Fn } from 'aws-cdk-lib'
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
import type { AlarmTopics } from './alarm-topics.ts'
import type { AreaFunction } from './area-function.ts'
import { LogMetric } from './log-metric.ts'
import { failedShare } from './metric-math.ts'

interface Props {
  /** The functions whose callers wait for a response. */
  functions: readonly AreaFunction[]
  alarmTopics: AlarmTopics
  /** A parameter: whether all calls move to the new version at once, or a canary goes first. */
  pace: CfnParameter
}

/** The canary takes ten minutes, because the alarms look at five-minute periods. */
const canary = LambdaDeploymentConfig.CANARY_10PERCENT_10MINUTES
const period = Duration.minutes(5)

/**
 * Defines how a new version of a function takes over: it gets a tenth of the calls for ten minutes, and then all of them. If too many
 * of its calls fail meanwhile, CodeDeploy returns the calls to the previous version, and CloudFormation rolls back the whole deploy.
 * The alarm sees the new version alone, because a release that ends an outage must not be stopped by the failures of the version
 * before. A shift without a canary ignores the alarms.
 */
export class TrafficShift extends Construct {
  constructor(scope: Construct, id: string, { functions, alarmTopics, pace }: Props) {
    super(scope, id)
    const isAtOnce = addParameterCondition(this, 'AtOnce', pace.valueAsString, trafficShiftAtOnceValue)
    const application = new LambdaApplication(this, 'Application')
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') })
    for (const each of functions) {
      const { node, alias } = each
      const { alarm, failed } = this.addReleaseAlarm(each, alarmTopics)
      const group = new LambdaDeploymentGroup(this, node.id, {
        application,
        role,
        alias,
        deploymentConfig: canary,
        alarms: [alarm],
      })
      const resource = group.node.defaultChild
      if (!(resource instanceof CfnDeploymentGroup)) throw new Error(`${group.node.path} is no deployment group`)
      const { deploymentConfigName } = canary
      const { deploymentConfigName: allAtOnce } = LambdaDeploymentConfig.ALL_AT_ONCE
      resource.deploymentConfigName = Fn.conditionIf(isAtOnce.logicalId, allAtOnce, deploymentConfigName).toString()
      resource.addPropertyOverride('AlarmConfiguration.Enabled', Fn.conditionIf(isAtOnce.logicalId, false, true))
      // CloudFormation must know the pace, and the alarm the new version, before the alias moves to that version.
      alias.node.addDependency(group, alarm, failed)
    }
  }

  private addReleaseAlarm({ node, handler, alias, log }: AreaFunction, alarmTopics: AlarmTopics) {
    const { version } = handler.currentVersion
    const dimensionsMap = {
      FunctionName: handler.functionName,
      Resource: `${handler.functionName}:${alias.aliasName}`,
      ExecutedVersion: version,
    }
    // The function answers an error of its own with 500. Lambda counts only calls that end without a response.
    const failed = new LogMetric(this, `${node.id}-failed-calls`, {
      log,
      where: { message: ['request'], version: [version], status: [500] },
      period,
    })
    const alarm: Alarm = alarmTopics.alarm(this, `${node.id}-NewVersion`, {
      alarmDescription: `The newest version of the function ${node.id} fails. If it is being deployed, the deploy is rolled back.`,
      metric: failedShare({
        calls: handler.metricInvocations({ period, dimensionsMap }),
        failures: [handler.metricErrors({ period, dimensionsMap }), failed.metric],
        period,
      }),
      threshold: 5,
    })
    return { alarm, failed }
  }
}
