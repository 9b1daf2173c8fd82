import type { FieldChange } from '#shared/model/activity.ts'

type FieldValue = FieldChange['to']

/**
 * The fields that differ. The path of a field within a row is like `rx_information.0.rx_number`; a list of texts counts as one
 * field. A field that only one side has is null on the other side.
 */
export function changesBetween(before: object, after: object): FieldChange[] {
  const [was, is] = [leavesOf(before), leavesOf(after)]
  // New fields come in the order of the form. The stored ones come after them, because DynamoDB doesn't keep their order.
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
