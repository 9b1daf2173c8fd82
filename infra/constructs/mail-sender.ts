import { Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { ConfigurationSet, ConfigurationSetTlsPolicy, EmailIdentity, SuppressionReasons } from 'aws-cdk-lib/aws-ses'
import { Construct } from 'constructs'

/** Who our mails come from. Whatever is sent from the identity goes by the configuration set, without naming it. */
export class MailSender extends Construct {
  /** To send from our address, and from no other of the identity. */
  readonly grant: PolicyStatement

  constructor(scope: Construct, id: string, { identity, sender }: { identity: string; sender: string }) {
    super(scope, id)
    const configurationSet = new ConfigurationSet(this, 'ConfigurationSet', {
      tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
      reputationMetrics: true,
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    })
    const { emailIdentityArn } = new EmailIdentity(this, 'Identity', {
      identity: { value: identity },
      configurationSet,
    })
    const configurationSetArn = Stack.of(this).formatArn({
      service: 'ses',
      resource: 'configuration-set',
      resourceName: configurationSet.configurationSetName,
    })
    this.grant = new PolicyStatement({
      actions: ['ses:SendEmail'],
      resources: [emailIdentityArn, configurationSetArn],
      conditions: { StringEquals: { 'ses:FromAddress': sender } },
    })
  }
}
