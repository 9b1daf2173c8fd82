import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'

/** The page in each audit packet that checks the packet. */
export const verifyPage = readFileSync(new URL('../../web/features/audit/packet/verify.html', import.meta.url), 'utf8')

const script = /<script>\s*('use strict'.*)<\/script>/s.exec(verifyPage)?.[1] ?? ''

type Files = Map<string, () => Promise<Uint8Array>>

interface Checked {
  summary: { text: string; name: string }
  deliveries: object[]
  verdicts: { text: string; isWrong: boolean }[]
  accounts: string[]
}

interface PageFunctions {
  canonical: (value: unknown) => string
  sha256: (bytes: Uint8Array) => string
  hashOf: (bytes: Uint8Array) => Promise<string>
  judge: (delivery: object, files: Files) => Promise<string[]>
  readFiles: (chosen: File[]) => Promise<Files>
  isSignedBy: (jwk: object, bytes: Uint8Array, signature: Uint8Array) => boolean
  fingerprintOf: (jwk: object) => string
  check: (chosen: File[]) => Promise<Checked>
  columns: Record<string, unknown>
  cellsOf: (delivery: object, verdict: object) => string[][]
}

/**
 * Runs the script of the page and returns its functions. Without `crypto`, the browser has no SHA-256 of its own. `known` contains
 * the ids of the keys with which the page was made.
 */
export function verifyPageFunctions(known: readonly string[] = [], crypto?: typeof globalThis.crypto) {
  const element = { addEventListener: () => undefined, textContent: '' }
  const document = { getElementById: () => element }
  const own = { TextEncoder, TextDecoder, DecompressionStream, Intl, atob, btoa, console }
  const context = createContext({ document, crypto, readKeyIds: async () => known, publicAddress: '', ...own })
  const names = 'canonical, sha256, hashOf, judge, readFiles, isSignedBy, fingerprintOf, check, columns, cellsOf'
  return runInContext(`${script}\n;({ ${names} })`, context) as PageFunctions
}
