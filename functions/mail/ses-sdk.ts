/** Only the part of the SES SDK that the mailer needs, so that nothing else is bundled. */
export { SESClient, SendEmailCommand, SendRawEmailCommand } from '@aws-sdk/client-ses'
