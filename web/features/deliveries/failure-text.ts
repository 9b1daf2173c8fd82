import { CallError, detailOf } from '../../lib/call-error.ts'

const longestFailure = 500

const fieldOf = (loc: readonly (string | number)[]) => loc.filter((part) => part !== 'body').join('.')

/** Why a save was refused, in the spec's words. */
export function saveFailure(error: unknown): string {
  if (!(error instanceof CallError) || error.status !== 422) return detailOf(error, 'An error occurred')
  const problems = error.problems.map(({ loc, msg }) => [fieldOf(loc), msg].filter(Boolean).join(': '))
  return problems.length > 0 ? `Validation error: ${problems.join('; ')}` : 'Invalid data provided'
}

/** Why a completion failed; a long text is cut. */
export function completionFailure(error: unknown): string {
  const text = detailOf(error, 'Failed to complete delivery')
  return text.length > longestFailure ? `${text.slice(0, longestFailure)}...` : text
}
