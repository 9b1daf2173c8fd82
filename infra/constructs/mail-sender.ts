import { ConfigurationSet, ConfigurationSetTlsPolicy, EmailIdentity, SuppressionReasons } from 'aws-cdk-lib/aws-ses'
import { Construct } from 'constructs'

/** Who our mails come from. Whatever is sent from the identity goes by the configuration set, without naming it. */
export class MailSender extends Construct {
  readonly identity: EmailIdentity

  constructor(scope: Construct, id: string, { identity }: { identity: string }) {
    super(scope, id)
    const configurationSet = new ConfigurationSet(this, 'ConfigurationSet', {
      tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
      reputationMetrics: true,
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    })
    this.identity = new EmailIdentity(this, 'Identity', { identity: { value: identity }, configurationSet })
  }
}
