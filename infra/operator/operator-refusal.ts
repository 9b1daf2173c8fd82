/**
 * Thrown if a command cannot do what the operator wants, in most cases before it changes anything. The message tells the operator
 * what is wrong and what to do about it.
 */
export class OperatorRefusal extends Error {
  constructor(what: string, sentences: readonly string[] = []) {
    super([what, ...sentences.map((sentence) => `  ${sentence}`)].join('\n'))
  }
}

/** The names of errors with which AWS and its SDK say that no one is signed in, or not any more. */
const signInErrors =
  /^(ExpiredToken(Exception)?|RequestExpired|InvalidClientTokenId|UnrecognizedClientException|CredentialsProviderError|TokenProviderError)$/

/**
 * Runs a command. If it throws an `OperatorRefusal`, if a call to AWS fails, or if the credentials end in the middle, prints what to
 * do and sets the exit code to 1.
 */
export async function runAndPrintRefusal(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    const refusal = error instanceof Error ? refusalOf(error) : undefined
    if (!refusal) throw error
    console.error(refusal.message)
    process.exitCode = 1
  }
}

function refusalOf(error: Error): OperatorRefusal | undefined {
  if (error instanceof OperatorRefusal) return error
  if (signInErrors.test(error.name)) return signInRefusal(error)
  // The SDK gives this property to every error of a call.
  if (!('$metadata' in error)) return undefined
  return new OperatorRefusal(`A call to AWS failed (${error.name}: ${error.message}).`, [
    'To see who you are signed in as: aws sts get-caller-identity',
    'Once the cause is fixed, run the same command again. It is safe to repeat.',
  ])
}

const signInRefusal = ({ name, message }: Error) =>
  new OperatorRefusal(`You are no longer signed in to AWS (${name}: ${message}).`, [
    'Sign in again, for example: aws sso login',
    'Then run the same command again. It is safe to repeat.',
  ])
