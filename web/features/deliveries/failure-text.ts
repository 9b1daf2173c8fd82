import { CallError, detailOf } from '../../lib/api/call-error.ts'

const longestFailure = 500

const fieldOf = (loc: readonly (string | number)[]) => loc.filter((part) => part !== 'body').join('.')

const cut = (text: string) => (text.length > longestFailure ? `${text.slice(0, longestFailure)}...` : text)

const fieldMessages = ({ problems }: CallError) =>
  problems.map(({ loc, msg }) => [fieldOf(loc), msg].filter(Boolean).join(': ')).join('; ')

/** Why a save was refused, in the spec's words. */
export function saveFailure(error: unknown): string {
  if (!(error instanceof CallError) || error.status !== 422) return detailOf(error, 'An error occurred')
  const messages = fieldMessages(error)
  return messages ? `Validation error: ${messages}` : 'Invalid data provided'
}

/** Why a change of status failed: the fields' messages, the server's words, whatever else it sent; a long text is cut. */
export const statusFailure = (error: CallError, failed: string) =>
  cut(fieldMessages(error) || error.detail || error.raw || failed)

/** Why a completion failed; a long text is cut. */
export function completionFailure(error: unknown): string {
  const raw = error instanceof CallError ? error.raw : ''
  return cut(detailOf(error, raw || 'Failed to complete delivery'))
}
