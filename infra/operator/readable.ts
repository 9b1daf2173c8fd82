import { OperatorRefusal } from './operator-refusal.ts'

/**
 * Waits for a value from AWS. If it cannot be read, throws an `OperatorRefusal`, so that the command ends before it changes
 * anything.
 */
export async function readable<T>(what: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    throw new OperatorRefusal(`${what} cannot be read (${name}: ${message}). Nothing was changed.`, [
      'To see who you are signed in as: aws sts get-caller-identity',
      'If your session has expired: aws sso login. To use another profile: export AWS_PROFILE=…',
    ])
  }
}

/**
 * Waits for a description from AWS. Returns undefined if what it describes does not exist. CloudFormation reports a missing stack
 * only as a ValidationError with this message.
 */
export async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    const isMissing =
      /^(ResourceNotFoundException|ParameterNotFound|NoSuchEntity\w*|NoSuchPublicAccessBlockConfiguration)$/.test(
        name,
      ) ||
      (name === 'ValidationError' && / does not exist$/.test(message))
    if (isMissing) return undefined
    throw error
  }
}
