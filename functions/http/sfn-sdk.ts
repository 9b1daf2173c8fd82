/** Only the part of the SDK that is needed to start an export, so that nothing else is bundled. */
export { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn'
