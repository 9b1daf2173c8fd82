interface Made {
  Parameters?: Record<string, { Type: string; Default?: string | number }>
  Conditions?: Record<string, unknown>
  Resources?: Record<string, { Condition?: string }>
}

/** The value of a property that CloudFormation leaves out (`AWS::NoValue`). */
const left = Symbol('AWS::NoValue')

/** Returns a template as CloudFormation deploys it with these values: conditions are decided and parameters replaced. */
export function withParameters(template: Made, values: Readonly<Record<string, string | number>>) {
  const { Parameters = {}, Conditions = {}, Resources = {}, ...others } = template
  const valueFor = (name: string) => values[name] ?? Parameters[name]?.Default
  const holds = (condition: string): boolean => Boolean(evaluate(Conditions[condition]))

  function evaluate(part: unknown): unknown {
    if (Array.isArray(part)) return part.map(evaluate).filter((each) => each !== left)
    if (typeof part !== 'object' || part === null) return part
    const [[kind = '', inner] = []] = Object.entries(part)
    if (Object.keys(part).length === 1) {
      if (kind === 'Ref' && inner === 'AWS::NoValue') return left
      if (kind === 'Ref' && valueFor(String(inner)) !== undefined) return valueFor(String(inner))
      if (kind === 'Condition') return holds(String(inner))
      if (kind === 'Fn::If') return evaluate(inner[holds(inner[0]) ? 1 : 2])
      const parts = Array.isArray(inner) ? inner : []
      if (kind === 'Fn::Equals') return String(evaluate(parts[0])) === String(evaluate(parts[1]))
      if (kind === 'Fn::Or') return parts.some((each) => evaluate(each))
      if (kind === 'Fn::And') return parts.every((each) => evaluate(each))
      if (kind === 'Fn::Not') return !evaluate(parts[0])
    }
    return Object.fromEntries(
      Object.entries(part)
        .map(([key, each]) => [key, evaluate(each)] as const)
        .filter(([, each]) => each !== left),
    )
  }

  const made = Object.entries(Resources).filter(([, { Condition }]) => Condition === undefined || holds(Condition))
  return {
    ...Object(evaluate(others)),
    Parameters,
    Resources: Object.fromEntries(made.map(([id, resource]) => [id, evaluate(resource)])),
  }
}
