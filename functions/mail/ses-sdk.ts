/** Exports only what the mailer needs, so that the bundle has nothing else of SES's SDK. */
export { SESClient, SendEmailCommand, SendRawEmailCommand } from '@aws-sdk/client-ses'
