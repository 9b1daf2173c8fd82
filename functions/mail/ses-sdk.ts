/** What the mailer needs of SES's SDK, and nothing else of it. */
export { SESClient, SendEmailCommand } from '@aws-sdk/client-ses'
