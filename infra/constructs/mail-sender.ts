import { Aws, Stack } from 'aws-cdk-lib'
import { EventBus, type EventPattern } from 'aws-cdk-lib/aws-events'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import {
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailIdentity,
  EmailSendingEvent,
  EventDestination,
  MailFromBehaviorOnMxFailure,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses'
import { Construct } from 'constructs'

/** Who our mails come from. Whatever is sent from the identity goes by the configuration set, without naming it. */
export class MailSender extends Construct {
  /** To send from our address, and from no other. */
  readonly grant: PolicyStatement
  /** The wildcard in it, as the rules name it. */
  readonly identities: string
  /** What SES says of mails of ours that came back, or that were called spam. */
  readonly feedback: EventPattern
  readonly configurationSetName: string
  /** What the identity's DNS has to say, by the names of outputs: nothing where the identity is an address alone. */
  readonly dnsRecords: Readonly<Record<string, string>>

  constructor(scope: Construct, id: string, { identity, sender }: { identity: string; sender: string }) {
    super(scope, id)
    const { region, account } = Stack.of(this)
    const configurationSet = new ConfigurationSet(this, 'ConfigurationSet', {
      tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
      reputationMetrics: true,
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    })
    // SES publishes to the bus that every account has, and to no other.
    configurationSet.addEventDestination('Feedback', {
      destination: EventDestination.eventBus(EventBus.fromEventBusName(this, 'Bus', 'default')),
      events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
    })
    this.configurationSetName = configurationSet.configurationSetName
    this.feedback = {
      source: ['aws.ses'],
      detailType: ['Email Bounced', 'Email Complaint Received'],
      detail: { mail: { tags: { 'ses:configuration-set': [this.configurationSetName] } } },
    }
    const mailFromDomain = identity.includes('@') ? undefined : `mail.${identity}`
    const { dkimRecords } = new EmailIdentity(this, 'Identity', {
      identity: { value: identity },
      configurationSet,
      // Bounces come back to a domain of ours, so that SPF is about the domain that people read. Until its records are there: SES's.
      ...(mailFromDomain && {
        mailFromDomain,
        mailFromBehaviorOnMxFailure: MailFromBehaviorOnMxFailure.USE_DEFAULT_VALUE,
      }),
    })
    this.dnsRecords = mailFromDomain
      ? {
          ...Object.fromEntries(
            dkimRecords.map(({ name, value }, i) => [`DkimRecord${i + 1}`, `${name} CNAME ${value}`]),
          ),
          MailFromMxRecord: `${mailFromDomain} MX 10 feedback-smtp.${region}.amazonses.com`,
          MailFromSpfRecord: `${mailFromDomain} TXT "v=spf1 include:amazonses.com ~all"`,
        }
      : {}

    // In the sandbox SES asks for the right to the reader's identity too; the condition is what keeps the sender ours.
    this.identities = `arn:<AWS::Partition>:ses:${region}:${account}:identity/*`
    this.grant = new PolicyStatement({
      // Mail with headers of its own is sent raw.
      actions: ['ses:SendEmail', 'ses:SendRawEmail'],
      resources: [
        `arn:${Aws.PARTITION}:ses:${region}:${account}:identity/*`,
        `arn:${Aws.PARTITION}:ses:${region}:${account}:configuration-set/${this.configurationSetName}`,
      ],
      conditions: { StringEquals: { 'ses:FromAddress': sender } },
    })
  }
}
