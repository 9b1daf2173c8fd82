import { Annotations, type Stack } from 'aws-cdk-lib'
import { type EnvironmentConfig, unusableValueTexts } from './config.ts'

/**
 * Reports missing configuration during synthesis: as an error if the environment could be deployed and retains its data, or else
 * only as a warning.
 */
export function reportMissingSettings(
  stack: Stack,
  config: Pick<EnvironmentConfig, 'account' | 'region' | 'retainsData' | 'smsIdentity'>,
  missing: readonly string[],
): void {
  const unusable = unusableValueTexts(config)
  const isError = config.retainsData && unusable.length === 0
  for (const sentence of [...unusable, ...missing])
    if (isError) Annotations.of(stack).addError(sentence)
    else Annotations.of(stack).addWarningV2('carelane:missing', sentence)
}
