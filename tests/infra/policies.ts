import type { Template } from 'aws-cdk-lib/assertions'

export type Resource = ReturnType<Template['findResources']>[string]

/** Returns all resources of a template, and a function that returns those of some types. */
export function resourcesOf(template: Template) {
  const resources = Object.entries<Resource>(template.toJSON().Resources)
  return {
    resources,
    of: (...types: string[]) => resources.filter(([, { Type }]) => types.includes(Type)).map(([, found]) => found),
  }
}

export interface Statement {
  /** The logical id of the resource that contains the statement. An inline policy has an id made of the names of its role and itself. */
  id: string
  Effect: 'Allow' | 'Deny'
  Principal?: { Service?: string; Federated?: unknown; AWS?: unknown }
  Action: string | string[]
  Resource?: unknown
  Condition?: Record<string, Record<string, unknown>>
}

/**
 * Returns the statements of the policies in a template. Left out are resource policies of CloudWatch Logs, which templates contain
 * as JSON text.
 */
export const statementsOf = (template: Template): Statement[] =>
  resourcesOf(template).resources.flatMap(([id, { Properties = {} }]) => [
    ...['PolicyDocument', 'KeyPolicy', 'AccessPolicy', 'AssumeRolePolicyDocument'].flatMap((name) =>
      (Properties[name]?.Statement ?? []).map((statement: object) => ({ id, ...statement })),
    ),
    ...(Properties.Policies ?? []).flatMap(({ PolicyName, PolicyDocument }: InlinePolicy) =>
      PolicyDocument.Statement.map((statement) => ({ ...statement, id: idOfInlinePolicy(id, PolicyName) })),
    ),
  ])

interface InlinePolicy {
  PolicyName: string
  PolicyDocument: { Statement: Statement[] }
}

/** The policy `Items` in the role `AppauthRole1A2B3C4D` gets the id `AppauthItems`. */
const idOfInlinePolicy = (role: string, policy: string) => `${role.replace(/(Role)?[0-9A-F]{8}$/, '')}${policy}`
