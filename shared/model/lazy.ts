import type * as z from 'zod/mini'

export type Schema = z.ZodMiniType

/**
 * Schemas are built on first use. Building all sixty of them while modules load would add some ten milliseconds to every cold
 * start.
 */
export type Lazy<S extends Schema = Schema> = () => S

// These annotations let the bundler drop unused schemas. It only recognises them in comments of their own.

/** Makes a value on its first use and remembers it. */
/* @__NO_SIDE_EFFECTS__ */
export function lazyValue<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Makes a schema on its first use and remembers it. */
/* @__NO_SIDE_EFFECTS__ */
export const lazy = <S extends Schema>(make: () => S): Lazy<S> => lazyValue(make)
