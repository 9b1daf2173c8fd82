import { ArnFormat, Stack } from 'aws-cdk-lib'
import { CfnLoggingConfiguration, CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import { Construct } from 'constructs'
import { EncryptedLogGroup, type LogGroupSettings } from './encrypted-log-group.ts'
import { largeBodiesCustomResponseBodies, largeBodiesRule } from './large-bodies-rule.ts'
import { stackSuffix } from './removal-policy.ts'
import { sessionRateCustomResponseBodies, sessionRateRule } from './session-rate-rule.ts'

interface Props {
  environment: string
  /** The number of requests that one IP address may send in five minutes. The staff of a whole pharmacy may share one address. */
  rateLimit: number
  logs: LogGroupSettings
}

/**
 * AWS's rules about bodies, which only count their matches here, because they would block valid requests: signatures as data URLs
 * exceed the 8 KB of the size rule, notes may contain any text, and a photo may contain any bytes. A schema checks the JSON of
 * every body, and nothing in a body is used as a file path, a URL or HTML.
 */
const countedOnly = [
  'SizeRestrictions_BODY',
  'CrossSiteScripting_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'EC2MetaDataSSRF_BODY',
]

/** AWS WAF in front of CloudFront. */
export class WebFirewall extends Construct {
  readonly arn: string
  /** The firewall's name in its metrics. */
  readonly metricName: string

  constructor(scope: Construct, id: string, { environment, rateLimit, logs }: Props) {
    super(scope, id)
    this.metricName = `carelane-${environment}`
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: this.visible('all'),
      rules: [
        {
          name: 'rate',
          priority: 0,
          action: { block: {} },
          statement: { rateBasedStatement: { aggregateKeyType: 'IP', limit: rateLimit } },
          visibilityConfig: this.visible('rate'),
        },
        { ...largeBodiesRule, priority: 1, visibilityConfig: this.visible('large-bodies') },
        { ...sessionRateRule, priority: 2, visibilityConfig: this.visible('session-rate') },
        this.managed(3, 'AWSManagedRulesAmazonIpReputationList'),
        this.managed(4, 'AWSManagedRulesCommonRuleSet', countedOnly),
        this.managed(5, 'AWSManagedRulesKnownBadInputsRuleSet'),
      ],
      customResponseBodies: { ...largeBodiesCustomResponseBodies, ...sessionRateCustomResponseBodies },
      associationConfig: { requestBody: { CLOUDFRONT: { defaultSizeInspectionLimit: 'KB_32' } } },
      dataProtectionConfig: { dataProtections: withheld },
    })
    this.arn = acl.attrArn
    // WAF accepts only log groups whose names start like this, and only ARNs without the `:*` that CloudFormation appends.
    const logGroupName = `aws-waf-logs-carelane-${environment}-${stackSuffix()}`
    const log = new EncryptedLogGroup(this, 'Log', logs, logGroupName)
    const logging = new CfnLoggingConfiguration(this, 'Logging', {
      resourceArn: acl.attrArn,
      logDestinationConfigs: [
        Stack.of(this).formatArn({
          service: 'logs',
          resource: 'log-group',
          resourceName: logGroupName,
          arnFormat: ArnFormat.COLON_RESOURCE_NAME,
        }),
      ],
      redactedFields: [
        { singleHeader: { Name: 'authorization' } },
        { singleHeader: { Name: 'cookie' } },
        { queryString: {} },
        { uriPath: {} },
      ],
      loggingFilter: {
        DefaultBehavior: 'DROP',
        Filters: [
          {
            Behavior: 'KEEP',
            Requirement: 'MEETS_ANY',
            Conditions: [{ ActionCondition: { Action: 'BLOCK' } }, { ActionCondition: { Action: 'COUNT' } }],
          },
        ],
      },
    })
    logging.node.addDependency(log)
  }

  private visible(rule: string): CfnWebACL.VisibilityConfigProperty {
    const metricName = rule === 'all' ? this.metricName : `${this.metricName}-${rule}`
    return { cloudWatchMetricsEnabled: true, sampledRequestsEnabled: true, metricName }
  }

  private managed(priority: number, name: string, counted: readonly string[] = []): CfnWebACL.RuleProperty {
    return {
      name,
      priority,
      overrideAction: { none: {} },
      statement: {
        managedRuleGroupStatement: {
          vendorName: 'AWS',
          name,
          ...(counted.length > 0 && {
            ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
          }),
        },
      },
      visibilityConfig: this.visible(name),
    }
  }
}

/**
 * The parts of a request that are left out of samples and of the details of matched rules, because they contain notes, tokens and
 * searches. The log's own redaction does not cover samples and details.
 */
const withheld: CfnWebACL.DataProtectProperty[] = [
  { fieldType: 'BODY' },
  { fieldType: 'QUERY_STRING' },
  { fieldType: 'SINGLE_HEADER', fieldKeys: ['authorization', 'cookie'] },
].map((field) => ({ action: 'SUBSTITUTION', field }))
