/** An update that sets `fields` and takes `gone` away, whatever their names: many are words of DynamoDB's own. */
export function setting(fields: Readonly<Record<string, unknown>>, gone: readonly string[] = []) {
  const sets = Object.keys(fields).map((name) => `#${name} = :${name}`)
  const removes = gone.map((name) => `#${name}`)
  return {
    update: [sets.length && `SET ${sets.join(', ')}`, removes.length && `REMOVE ${removes.join(', ')}`]
      .filter(Boolean)
      .join(' '),
    names: Object.fromEntries([...Object.keys(fields), ...gone].map((name) => [`#${name}`, name])),
    values: Object.fromEntries(Object.entries(fields).map(([name, value]) => [`:${name}`, value])),
  }
}
