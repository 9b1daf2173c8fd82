import type { RefusalStatus } from '../api/contract.ts'

/** The texts about a call that the OpenAPI document has in addition to the entry. Neither pages nor functions import them. */
export interface CallDocs {
  /** One line that says what the call does. */
  summary: string
  /** The facts that an integrator must know in addition to the schemas, as Markdown. */
  description?: string
  /**
   * The reasons for which the call is refused, by status, if they don't follow from the entry. Rules about several fields are
   * described under 422.
   */
  refusals?: Partial<Record<RefusalStatus, string>>
  /** The entry that should be called instead, because it does the same. */
  aliasOf?: string
}

/** The texts of all entries in a module of the contract. */
export type AreaDocs<Module> = { readonly [Name in keyof Module]: CallDocs }
