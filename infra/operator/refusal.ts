/** Tells the operator what is wrong and what to do about it. The command has changed nothing. */
export class Refusal extends Error {
  constructor(what: string, sentences: readonly string[] = []) {
    super([what, ...sentences.map((sentence) => `  ${sentence}`)].join('\n'))
  }
}

/** Runs a command. A refusal is printed, and the exit code is then 1. */
export async function runOrRefuse(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
