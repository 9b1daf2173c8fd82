import type { RefusalStatus } from '../api/contract.ts'

/** What the OpenAPI document says of a call beside what follows from its entry. Neither pages nor functions import it. */
export interface Words {
  /** What the call does, in a line. */
  summary: string
  /** What an integrator has to know beside the schemas; Markdown. */
  description?: string
  /** When the call is refused, by status, beyond what follows from the entry itself; rules over several fields stand under 422. */
  refusals?: Partial<Record<RefusalStatus, string>>
  /** The name of the entry that does the same and is to be called in its place. */
  aliasOf?: string
}

/** The words of every entry of a module of the contract. */
export type WordsFor<Module> = { readonly [Name in keyof Module]: Words }
