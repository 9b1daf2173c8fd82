/** Only the part of the SDK that is needed to send text messages, so that nothing else is bundled. */
export {
  ConflictException,
  PinpointSMSVoiceV2Client,
  SendTextMessageCommand,
  ValidationException,
} from '@aws-sdk/client-pinpoint-sms-voice-v2'
