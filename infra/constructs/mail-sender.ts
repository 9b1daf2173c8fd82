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

/** The SES identity that sends our mails. All mails use its configuration set, although the calls that send them do not name it. */
export class MailSender extends Construct {
  /** The right to send mail, from our address only. */
  readonly grant: PolicyStatement
  /** The pattern of the events with which SES reports deliveries, bounces and complaints of our mails. */
  readonly feedback: EventPattern
  readonly configurationSetName: string
  /** The DNS records that the identity needs, by the names of stack outputs. Empty if the identity is a single address. */
  readonly dnsRecords: Readonly<Record<string, string>>

  constructor(scope: Construct, id: string, { identity, sender }: { identity: string; sender: string }) {
    super(scope, id)
    const { region, account } = Stack.of(this)
    const configurationSet = new ConfigurationSet(this, 'ConfigurationSet', {
      tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
      reputationMetrics: true,
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    })
    // SES can publish only to the account's default event bus.
    configurationSet.addEventDestination('Feedback', {
      destination: EventDestination.eventBus(EventBus.fromEventBusName(this, 'Bus', 'default')),
      events: [EmailSendingEvent.DELIVERY, EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
    })
    this.configurationSetName = configurationSet.configurationSetName
    this.feedback = {
      source: ['aws.ses'],
      detailType: ['Email Delivered', 'Email Bounced', 'Email Complaint Received'],
      detail: { mail: { tags: { 'ses:configuration-set': [this.configurationSetName] } } },
    }
    const mailFromDomain = identity.includes('@') ? undefined : `mail.${identity}`
    const { dkimRecords } = new EmailIdentity(this, 'Identity', {
      identity: { value: identity },
      configurationSet,
      // Let bounces return to a domain of ours, so that SPF covers the domain that readers see. Until its DNS records exist, SES
      // uses its own domain.
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
          DmarcRecord: `_dmarc.${identity} TXT "v=DMARC1; p=quarantine"`,
        }
      : {}

    // In the sandbox, SES also requires a right to the recipient's identity, so all identities are allowed. The condition still
    // restricts the sender to our address.
    this.grant = new PolicyStatement({
      // `SendRawEmail` is needed because mail with custom headers is sent as raw mail.
      actions: ['ses:SendEmail', 'ses:SendRawEmail'],
      resources: [
        `arn:${Aws.PARTITION}:ses:${region}:${account}:identity/*`,
        `arn:${Aws.PARTITION}:ses:${region}:${account}:configuration-set/${this.configurationSetName}`,
      ],
      conditions: { StringEquals: { 'ses:FromAddress': sender } },
    })
  }
}
