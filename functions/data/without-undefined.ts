type Sent<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** The fields of a change that were sent. */
export const withoutUndefined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Sent<T>
