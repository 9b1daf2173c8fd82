/**
 * Thrown if a command cannot do what the operator wants, in most cases before it changes anything. The message tells the operator
 * what is wrong and what to do about it.
 */
export class OperatorRefusal extends Error {
  constructor(what: string, sentences: readonly string[] = []) {
    super([what, ...sentences.map((sentence) => `  ${sentence}`)].join('\n'))
  }
}

/** Runs a command. If it throws an `OperatorRefusal`, prints the message and sets the exit code to 1. */
export async function runAndPrintRefusal(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof OperatorRefusal)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
