import type { FieldChange } from '#shared/model/activity.ts'

type FieldValue = FieldChange['to']

/**
 * Returns the fields that differ, each with its value before and after. A field within a row has a path such as
 * `rx_information.0.rx_number`. A list of texts counts as one field. A field that only one side has is null on the other side.
 */
export function changesBetween(before: object, after: object): FieldChange[] {
  const [was, is] = [leavesOf(before), leavesOf(after)]
  // The fields of `after` come first, in the order of the form. Fields that only `before` has come last, because `before` was
  // stored, and DynamoDB doesn't keep the order of fields.
  const fields = new Set([...is.keys(), ...was.keys()])
  return [...fields].flatMap((field) => {
    const [from, to] = [was.get(field) ?? null, is.get(field) ?? null]
    return from === to ? [] : [{ field, from, to }]
  })
}

function leavesOf(value: object, path = '', leaves = new Map<string, FieldValue>()): Map<string, FieldValue> {
  for (const [name, content] of Object.entries<unknown>({ ...value })) {
    const field = `${path}${name}`
    if (typeof content === 'string' || typeof content === 'number' || typeof content === 'boolean')
      leaves.set(field, content)
    else if (Array.isArray(content) && content.every((entry) => typeof entry === 'string'))
      leaves.set(field, content.join(', '))
    else if (typeof content === 'object' && content !== null) leavesOf(content, `${field}.`, leaves)
  }
  return leaves
}
