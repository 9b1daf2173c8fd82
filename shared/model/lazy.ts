import type * as z from 'zod/mini'

export type Schema = z.ZodMiniType

/**
 * A function that builds its schema on the first call and returns the same one afterwards. Why:
 * `functions/decisions/schemas-on-first-use.md`.
 */
export type Lazy<S extends Schema = Schema> = () => S

// The annotations `NO_SIDE_EFFECTS` below let the bundler drop unused schemas. It only recognises them in comments of their own.

/** Returns a function that makes a value on its first call and returns the same value from then on. */
/* @__NO_SIDE_EFFECTS__ */
export function lazyValue<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Returns a function that makes a schema on its first call and returns the same schema from then on. */
/* @__NO_SIDE_EFFECTS__ */
export const lazy = <S extends Schema>(make: () => S): Lazy<S> => lazyValue(make)
