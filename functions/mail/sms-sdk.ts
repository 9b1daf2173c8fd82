/** Exports only what the texter needs, so that the bundle has nothing else of this SDK. */
export {
  ConflictException,
  PinpointSMSVoiceV2Client,
  SendTextMessageCommand,
  ValidationException,
} from '@aws-sdk/client-pinpoint-sms-voice-v2'
