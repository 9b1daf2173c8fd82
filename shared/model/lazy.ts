import type * as z from 'zod/mini'

export type Schema = z.ZodMiniType

/**
 * Schemas are built on first use: sixty of them at module scope would cost every cold start some ten milliseconds.
 */
export type Lazy<S extends Schema = Schema> = () => S

// The annotations are only seen in comments of their own: with them, builds leave out the schemas that they do not use.

/** Makes a value on its first use and keeps it. */
/* @__NO_SIDE_EFFECTS__ */
export function lazyValue<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Makes a schema on its first use and keeps it. */
/* @__NO_SIDE_EFFECTS__ */
export const lazy = <S extends Schema>(make: () => S): Lazy<S> => lazyValue(make)
