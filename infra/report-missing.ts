import { Annotations, type Stack } from 'aws-cdk-lib'
import { type EnvironmentConfig, unusableValues } from './config.ts'

/**
 * Reports missing configuration during synthesis. It is only a warning if the environment names no account, and so cannot be
 * deployed, or retains no data; otherwise it is an error.
 */
export function reportMissing(
  stack: Stack,
  config: Pick<EnvironmentConfig, 'account' | 'region' | 'retainsData' | 'smsIdentity'>,
  missing: readonly string[],
): void {
  const unusable = unusableValues(config)
  const isError = config.retainsData && unusable.length === 0
  for (const sentence of [...unusable, ...missing])
    if (isError) Annotations.of(stack).addError(sentence)
    else Annotations.of(stack).addWarningV2('carelane:missing', sentence)
}
