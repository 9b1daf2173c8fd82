import type { FieldChange } from '#shared/model/activity.ts'

type FieldValue = FieldChange['to']

/**
 * What became of each field, fields inside of rows by their paths: `rx_information.0.rx_number`. A list of texts is one field. What is
 * on one side only comes from, or becomes, null.
 */
export function changesBetween(before: object, after: object): FieldChange[] {
  const [was, is] = [leavesOf(before), leavesOf(after)]
  // What is new is in the order of its form; of what was stored, DynamoDB keeps none.
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
