import { Aws, CfnCondition, CfnResource, Fn, type ICfnConditionExpression } from 'aws-cdk-lib'
import type { Construct, IConstruct } from 'constructs'

/** Adds a condition to the template, which is true if the parameter has one of the values. */
export function addParameterCondition(scope: Construct, id: string, parameter: string, ...values: readonly string[]) {
  const [first, ...others] = values.map((value): ICfnConditionExpression => Fn.conditionEquals(parameter, value))
  if (!first) throw new Error(`${id} has no value`)
  const expression = others.length > 0 ? Fn.conditionOr(first, ...others) : first
  return new CfnCondition(scope, id, { expression })
}

/**
 * Returns a text that CloudFormation chooses at deploy time: `then` if the condition is true, or else `otherwise`. Without
 * `otherwise`, the property is left out if the condition is false.
 */
export const chooseByCondition = ({ logicalId }: CfnCondition, then: string, otherwise: string = Aws.NO_VALUE) =>
  Fn.conditionIf(logicalId, then, otherwise).toString()

/** Makes CloudFormation create a construct's resources only if the condition is true. */
export function setCreationCondition(condition: CfnCondition, construct: IConstruct) {
  for (const each of construct.node.findAll())
    if (CfnResource.isCfnResource(each)) each.cfnOptions.condition = condition
}
