import { SmokeCheckError } from './smoke-caller.ts'
import { type SmokeTarget, smokeChecks } from './smoke-checks.ts'

/** The checks that depend on another check, each with the check that must succeed first. */
const needed: Readonly<Record<string, string>> = {
  delivery: 'sign-in',
  upload: 'delivery',
  completion: 'delivery',
  mail: 'sign-in',
  'sign-out': 'sign-in',
}

/**
 * Runs the checks of a product and prints the result of each. A check is not tried if the check that it depends on failed or was
 * not tried. Returns the names of the failed checks.
 */
export async function runSmoke(product: SmokeTarget, say: (line: string) => void): Promise<string[]> {
  const broken: string[] = []
  const untried = new Set<string>()
  for (const { name, run } of smokeChecks(product)) {
    const before = needed[name]
    if (before && (broken.includes(before) || untried.has(before))) {
      untried.add(name)
      say(`skipped    ${name}`)
      continue
    }
    try {
      await run()
      say(`whole      ${name}`)
    } catch (error) {
      const sentence = error instanceof SmokeCheckError ? error.message : String(error)
      broken.push(name)
      say(`BROKEN     ${name}: ${sentence}`)
    }
  }
  return broken
}
