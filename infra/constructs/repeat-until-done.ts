import { Duration } from 'aws-cdk-lib'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { Choice, Condition, type IChainable, Succeed, type TaskInput } from 'aws-cdk-lib/aws-stepfunctions'
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks'
import type { Construct } from 'constructs'

/**
 * Creates a state that calls the function. A failed call is retried up to eight times, whatever the error, for example after
 * throttling, after a lack of time or memory, or if a service did not respond. The function then continues where it stopped.
 */
export function invokeWithRetries(scope: Construct, id: string, run: IFunction, payload?: TaskInput): LambdaInvoke {
  const state = new LambdaInvoke(scope, id, {
    lambdaFunction: run,
    payloadResponseOnly: true,
    retryOnServiceExceptions: false,
    ...(payload && { payload }),
  })
  state.addRetry({
    errors: ['States.ALL'],
    interval: Duration.seconds(5),
    maxAttempts: 8,
    backoffRate: 2,
    maxDelay: Duration.minutes(5),
  })
  return state
}

/**
 * Creates states that call the function again and again until `isDone` in its result is true. The first call gets the input of the
 * execution, and every other call gets the function's previous result. If a call keeps failing, `whenItFails` follows. `name` is part
 * of the names of the states, which are unique within a state machine.
 */
export function repeatUntilDone(scope: Construct, name: string, run: IFunction, whenItFails?: IChainable): IChainable {
  const goOn = invokeWithRetries(scope, `Continue ${name}`, run)
  if (whenItFails) goOn.addCatch(whenItFails, { resultPath: '$.failure' })
  const done = new Succeed(scope, `${name} done`)
  return goOn.next(
    new Choice(scope, `Is ${name} done?`).when(Condition.booleanEquals('$.isDone', true), done).otherwise(goOn),
  )
}
