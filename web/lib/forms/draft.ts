/**
 * What a form holds while it is filled in: every field of the schema's input, numbers as numbers or '' for an empty
 * field, choices as any text.
 */
export type Draft<T> = T extends number
  ? number | ''
  : T extends string
    ? string
    : T extends boolean | null
      ? T
      : T extends readonly (infer Row)[]
        ? Draft<Row>[]
        : T extends object
          ? { [Key in keyof T]-?: Draft<Exclude<T[Key], undefined>> }
          : never
