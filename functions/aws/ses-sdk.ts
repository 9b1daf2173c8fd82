/** Re-exports only the parts of the AWS SDK that are needed to send mail, so that nothing else is bundled. */
export { SESClient, SendEmailCommand, SendRawEmailCommand } from '@aws-sdk/client-ses'
