/** Only the part of the SDK that the texter needs, so that nothing else is bundled. */
export {
  ConflictException,
  PinpointSMSVoiceV2Client,
  SendTextMessageCommand,
  ValidationException,
} from '@aws-sdk/client-pinpoint-sms-voice-v2'
