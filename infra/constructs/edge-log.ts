import { Stack } from 'aws-cdk-lib'
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { CfnDelivery, CfnDeliveryDestination, CfnDeliverySource, ResourcePolicy } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { EncryptedLogGroup, type LogGroupSettings } from './encrypted-log-group.ts'

interface Props {
  environment: string
  distribution: IDistribution
  logs: LogGroupSettings
}

/**
 * The fields that are logged. None of them contains a path, a query, a cookie or a referrer: links in mails carry tokens there, and
 * searches contain patients' names.
 */
const fields = [
  'date',
  'time',
  'x-edge-location',
  'x-edge-request-id',
  'c-ip',
  'cs-method',
  'cache-behavior-path-pattern',
  'sc-status',
  'sc-bytes',
  'cs-bytes',
  'time-taken',
  'time-to-first-byte',
  'x-edge-result-type',
  'x-edge-detailed-result-type',
  'cs-protocol-version',
  'ssl-protocol',
  'ssl-cipher',
]

/**
 * CloudFront's access log, delivered to CloudWatch Logs. The older kind, which CloudFront writes to a bucket, would not let us
 * choose the fields.
 */
export class EdgeLog extends Construct {
  constructor(scope: Construct, id: string, { environment, distribution, logs }: Props) {
    super(scope, id)
    const log = new EncryptedLogGroup(this, 'Log', logs)
    const name = `carelane-${environment}-edge`
    const source = new CfnDeliverySource(this, 'Source', {
      name,
      logType: 'ACCESS_LOGS',
      resourceArn: Stack.of(this).formatArn({
        service: 'cloudfront',
        region: '',
        resource: 'distribution',
        resourceName: distribution.distributionId,
      }),
    })
    const destination = new CfnDeliveryDestination(this, 'Destination', {
      name,
      destinationResourceArn: log.logGroupArn,
      outputFormat: 'json',
    })
    const mayWrite = new ResourcePolicy(this, 'MayWrite', {
      policyStatements: [
        new PolicyStatement({
          principals: [new ServicePrincipal('delivery.logs.amazonaws.com')],
          actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
          resources: [log.logGroupArn],
          conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
        }),
      ],
    })
    const delivery = new CfnDelivery(this, 'Delivery', {
      deliverySourceName: name,
      deliveryDestinationArn: destination.attrArn,
      recordFields: fields,
    })
    delivery.addResourceDependency(source)
    delivery.node.addDependency(mayWrite)
  }
}
