import { Duration } from 'aws-cdk-lib'
import { ComparisonOperator, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { CfnHealthCheck } from 'aws-cdk-lib/aws-route53'
import { Construct } from 'constructs'
import { listSignUpGroups } from '#shared/api/registration.ts'
import type { AlarmTopics } from './alarm-topics.ts'

/**
 * Calls the app from outside, in the way that users do: through DNS, CloudFront, firewall, gateway, authorizer and a function. If
 * one of the parts before the function fails, no calls arrive, and every alarm that counts calls stays silent.
 */
export class HealthCheck extends Construct {
  constructor(scope: Construct, id: string, { domain, alarmTopics }: { domain: string; alarmTopics: AlarmTopics }) {
    super(scope, id)
    const { attrHealthCheckId: HealthCheckId } = new CfnHealthCheck(this, 'Check', {
      healthCheckConfig: {
        type: 'HTTPS',
        fullyQualifiedDomainName: domain,
        port: 443,
        // This call needs neither the table nor a count of the caller's calls, both of which would cost more than the check itself.
        resourcePath: listSignUpGroups.path,
        requestInterval: 30,
        failureThreshold: 3,
        // Route 53 requires at least three regions. All of these are in a country from which the app can be reached.
        regions: ['us-east-1', 'us-west-1', 'us-west-2'],
      },
    })
    alarmTopics.alarm(this, 'Unreachable', {
      alarmDescription:
        'The app cannot be reached from outside: its DNS name, its certificate, CloudFront or the gateway is not working.',
      wakes: 'night/unreachable.md',
      metric: new Metric({
        namespace: 'AWS/Route53',
        metricName: 'HealthCheckStatus',
        dimensionsMap: { HealthCheckId },
        statistic: 'Minimum',
        period: Duration.minutes(1),
      }),
      threshold: 1,
      datapoints: [2, 2],
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
    })
  }
}
