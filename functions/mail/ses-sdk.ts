/** What the mailer needs of SES's SDK, and nothing else of it. */
export { SESClient, SendEmailCommand, SendRawEmailCommand } from '@aws-sdk/client-ses'
