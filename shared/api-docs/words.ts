import type { RefusalStatus } from '../api/contract.ts'

/** The texts of the OpenAPI document about a call that do not follow from its entry. Neither pages nor functions import them. */
export interface Words {
  /** What the call does, in a line. */
  summary: string
  /** What an integrator has to know beside the schemas; Markdown. */
  description?: string
  /**
   * When the call is refused, by status, beyond what follows from its entry. Rules that concern several fields are described under
   * 422.
   */
  refusals?: Partial<Record<RefusalStatus, string>>
  /** The entry that does the same and should be called instead. */
  aliasOf?: string
}

/** The words of every entry of a module of the contract. */
export type WordsFor<Module> = { readonly [Name in keyof Module]: Words }
