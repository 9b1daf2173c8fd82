import type { Template } from 'aws-cdk-lib/assertions'
import type { Resource } from './policies.ts'

/** Returns the logical ids that each resource waits for: those that it refers to, and those in its `DependsOn`. */
export function dependenciesOf(template: Template): Map<string, ReadonlySet<string>> {
  const resources: Record<string, Resource> = template.toJSON().Resources
  const found = Object.entries(resources).map(([id, resource]): [string, Set<string>] => {
    const named = new Set<string>([resource.DependsOn ?? []].flat())
    collect(resource.Properties, named)
    return [id, new Set([...named].filter((name) => name in resources && name !== id))]
  })
  return new Map(found)
}

function collect(value: unknown, into: Set<string>): void {
  if (Array.isArray(value)) for (const part of value) collect(part, into)
  else if (typeof value === 'object' && value !== null)
    for (const [key, part] of Object.entries(value)) {
      if (key === 'Ref') into.add(String(part))
      else if (key === 'Fn::GetAtt') into.add(String([part].flat()[0]))
      else if (key === 'Fn::Sub')
        for (const [, name = ''] of String([part].flat()[0]).matchAll(/\$\{([\w]+)/g)) into.add(name)
      else collect(part, into)
    }
}

/** Returns an order in which CloudFormation can create the resources. Throws if they wait for each other. */
export function creationOrder(dependencies: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const made = new Set<string>()
  const left = new Map(dependencies)
  while (left.size > 0) {
    const next = [...left].find(([, waitedFor]) => [...waitedFor].every((id) => made.has(id)))?.[0]
    if (!next) throw new Error(`These wait for each other: ${[...left.keys()].join(', ')}`)
    made.add(next)
    left.delete(next)
  }
  return [...made]
}

/** Returns everything that a resource waits for, directly or indirectly. */
export function allDependenciesOf(
  dependencies: ReadonlyMap<string, ReadonlySet<string>>,
  id: string,
): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (each: string) => {
    for (const next of dependencies.get(each) ?? []) {
      if (found.has(next)) continue
      found.add(next)
      visit(next)
    }
  }
  visit(id)
  return found
}
