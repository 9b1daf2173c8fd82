/** Said to an operator instead of doing anything: what is wrong, and the sentences that help. */
export class Refusal extends Error {
  constructor(what: string, sentences: readonly string[] = []) {
    super([what, ...sentences.map((sentence) => `  ${sentence}`)].join('\n'))
  }
}

/** Runs a command; a refusal is printed and ends it with 1. */
export async function orRefuse(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
