import { Aws, CfnCondition, CfnResource, Fn, type ICfnConditionExpression } from 'aws-cdk-lib'
import type { Construct, IConstruct } from 'constructs'

/** Whether a parameter has one of some values, as a condition of the template. */
export function whereValueIs(scope: Construct, id: string, parameter: string, ...values: readonly string[]) {
  const [first, ...others] = values.map((value): ICfnConditionExpression => Fn.conditionEquals(parameter, value))
  if (!first) throw new Error(`${id} has no value`)
  const expression = others.length > 0 ? Fn.conditionOr(first, ...others) : first
  return new CfnCondition(scope, id, { expression })
}

/** A text that CloudFormation chooses when it deploys; without `otherwise`, it leaves the text out. */
export const either = ({ logicalId }: CfnCondition, then: string, otherwise: string = Aws.NO_VALUE) =>
  Fn.conditionIf(logicalId, then, otherwise).toString()

/** Has CloudFormation make a construct under a condition alone. */
export function onlyWhere(condition: CfnCondition, construct: IConstruct) {
  for (const each of construct.node.findAll())
    if (CfnResource.isCfnResource(each)) each.cfnOptions.condition = condition
}
