import crypto, { type Argon2Parameters } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/*
 * Hashes of passwords take a five-hundredth of the memory in the tests of the API, which make hundreds of them. Hashes with different
 * parameters still differ.
 */

const { argon2, argon2Sync } = crypto
const withLittleMemory = (parameters: Argon2Parameters) => ({
  ...parameters,
  memory: Math.ceil(parameters.memory / 512),
})

crypto.argon2 = (algorithm, parameters, callback) => argon2(algorithm, withLittleMemory(parameters), callback)
crypto.argon2Sync = (algorithm, parameters) => argon2Sync(algorithm, withLittleMemory(parameters))
syncBuiltinESMExports()
