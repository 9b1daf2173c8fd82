import { Stack } from 'aws-cdk-lib'
import { EventBus, type EventPattern } from 'aws-cdk-lib/aws-events'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import {
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailIdentity,
  EmailSendingEvent,
  EventDestination,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses'
import { Construct } from 'constructs'

/** Who our mails come from. Whatever is sent from the identity goes by the configuration set, without naming it. */
export class MailSender extends Construct {
  /** To send from our address, and from no other of the identity. */
  readonly grant: PolicyStatement
  /** What SES says of mails of ours that came back, or that were called spam. */
  readonly feedback: EventPattern
  readonly configurationSetName: string

  constructor(scope: Construct, id: string, { identity, sender }: { identity: string; sender: string }) {
    super(scope, id)
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
    const { emailIdentityArn } = new EmailIdentity(this, 'Identity', {
      identity: { value: identity },
      configurationSet,
    })
    const configurationSetArn = Stack.of(this).formatArn({
      service: 'ses',
      resource: 'configuration-set',
      resourceName: this.configurationSetName,
    })
    this.grant = new PolicyStatement({
      actions: ['ses:SendEmail'],
      resources: [emailIdentityArn, configurationSetArn],
      conditions: { StringEquals: { 'ses:FromAddress': sender } },
    })
  }
}
