import crypto, { type Argon2Parameters } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/*
 * Hashes of passwords take a five-hundredth of the memory in `npm test`, which makes many. Hashes with different parameters
 * still differ.
 */

declare global {
  /** Node's own functions. A test may load this module anew in a process that has replaced them already. */
  var ownArgon2: Pick<typeof crypto, 'argon2' | 'argon2Sync'> | undefined
}
globalThis.ownArgon2 ??= { argon2: crypto.argon2, argon2Sync: crypto.argon2Sync }
const { argon2, argon2Sync } = globalThis.ownArgon2
const withLittleMemory = (parameters: Argon2Parameters) => ({
  ...parameters,
  memory: Math.ceil(parameters.memory / 512),
})

/** Lets passwords have the hashes of a deployed product, such as in data that was stored by an earlier release. */
export function hashWithFullMemory(): void {
  Object.assign(crypto, { argon2, argon2Sync })
  syncBuiltinESMExports()
}

export function hashWithLittleMemory(): void {
  if (!process.env.VITEST || process.env.PROOF) return
  crypto.argon2 = (algorithm, parameters, callback) => argon2(algorithm, withLittleMemory(parameters), callback)
  crypto.argon2Sync = (algorithm, parameters) => argon2Sync(algorithm, withLittleMemory(parameters))
  syncBuiltinESMExports()
}

hashWithLittleMemory()
