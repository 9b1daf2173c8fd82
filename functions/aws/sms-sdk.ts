/** Re-exports only the parts of the AWS SDK that are needed to send text messages, so that nothing else is bundled. */
export {
  ConflictException,
  PinpointSMSVoiceV2Client,
  SendTextMessageCommand,
  ValidationException,
} from '@aws-sdk/client-pinpoint-sms-voice-v2'
