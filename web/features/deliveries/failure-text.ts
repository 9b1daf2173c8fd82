import { CallError, errorDetail } from '../../lib/api/call-error.ts'
import { notAnsweredText } from '../../lib/api/read-answer.ts'
import { fieldInWords } from '../../lib/forms/form-values.ts'

const longestFailure = 500

const cut = (text: string) => (text.length > longestFailure ? `${text.slice(0, longestFailure)}...` : text)

const fieldMessages = ({ problems }: CallError) =>
  problems.map(({ loc, msg }) => [fieldInWords(loc), msg].filter(Boolean).join(': ')).join('; ')

/**
 * Returns the text for a failed save. For a 422 it names the fields with their messages, otherwise it is the server's text. If the
 * error has neither, it is a general text.
 */
export function saveFailureText(error: unknown): string {
  if (!(error instanceof CallError) || error.status !== 422) return errorDetail(error, 'An error occurred')
  const messages = fieldMessages(error)
  return messages ? `Validation error: ${messages}` : 'Invalid data provided'
}

/**
 * Returns the reason why a status change failed: the messages of the fields, or else the server's error text, or else its raw
 * response, or else `failed`. Long texts are cut.
 */
export const statusFailureText = (error: CallError, failed: string) =>
  cut(fieldMessages(error) || error.detail || error.raw || failed)

const completionFailed = 'Failed to complete delivery'

/** Returns the reason why a completion, or another action that is sent from the door, failed. Long texts are cut. */
export function doorActionFailureText(error: unknown): string {
  if (!(error instanceof CallError) || error.detail === notAnsweredText) return completionFailed
  return cut(error.detail || error.raw || completionFailed)
}
